"""Every tuning number of the vision, in one place: meaning, unit, range that makes sense, effect, how it was found.

"Pitch" is the distance between neighbouring cell centres. Unless said otherwise a value was found by trying a few
steps on rendered pictures and half of a set of real photographs, and checked on the other half.
"""

# --- grid: the working picture ---------------------------------------------------------------------------------------

WORK_SIDE_PX = 1024
"""Longer side to which a picture is brought before blobs are sought, px (640–1600). Larger finds smaller boards, and
costs time with its square. At 1024 a board 80 px wide in a 640 px picture has a pitch of 17 px."""

WORK_SIDE_SLACK = 0.02
"""A picture within this share of the working size is left as it is (0–0.05): resampling would only blur it."""

# --- grid: blobs -----------------------------------------------------------------------------------------------------

BLOB_BLUR_PX = 1.0
"""Standard deviation of the smoothing before thresholds, px (0.7–1.5). Less: noise makes contours and costs time."""

BLOB_WINDOWS = (0.15, 0.05)
"""Sides of the windows for local medians, share of the longer side. A window must reach over two pitches or more:
these two serve boards that fill the picture and boards an eighth of it wide."""

BLOB_COARSE = 4
"""Medians are taken of a picture smaller by this factor (2–6): a window over pitches needs no finer one."""

BLOB_CONTRAST = (5, 3, 3)
"""Least difference to the local median in L*, a*, b*, in OpenCV's 0–255 units (2–10). Lower: dusk works, more noise."""

BLOB_UNLIKE = (6, 4, 4)
"""Greatest difference in L*, a*, b*, each, of what is still like the plate (4–12), in the same units."""

BLOB_SHORTEST_CONTOUR_PX = 14
"""Contours with fewer points are noise (10–20): an ellipse 4 px wide has about 12."""

BLOB_LEAST_AREA_PX2 = 20.0
"""Least area of a contour, px² (12–40)."""

BLOB_LARGEST = 0.25
"""Longest axis of a blob, share of the longer side (0.15–0.3): a board that fills the picture has holes of 0.11."""

BLOB_ROUNDNESS = 0.955
"""Least contour area over the area of its moment ellipse (0.94–0.98): a square has 0.955, a disc of 8 px about 0.97."""

BLOB_LEAST_ASPECT = 0.24
"""Least minor over major axis (0.15–0.4): a board turned by 75 degrees shows holes of 0.26."""

BLOB_MERGE_CENTRE = 0.25
BLOB_MERGE_SIZE = 1.16
"""Two blobs are one when their centres lie within this share of a radius and their radii within this ratio."""

# --- grid: lattice ---------------------------------------------------------------------------------------------------

SEED_PITCH = (2.0, 6.0)
"""Pitch in hole radii, least and most. Real boards: 2.2 (holes almost touch) to 5 (small holes in plywood)."""

SEED_SIZE_LOG = 0.5
"""Neighbours' areas within a factor of e to this (0.3–0.7)."""

SEED_SQUARE = 0.86
"""Least sine of the angle between the two steps, after the seed's ellipse is made a circle (0.8–0.95)."""

SEED_EQUAL = 1.6
"""Greatest ratio of the two steps, after the same (1.3–1.8): real boards 1.0–1.15, the rest is for thick walls, which
make an ellipse narrower than the hole."""

SEED_FOURTH = 0.35
"""How far the fourth corner may lie from where three of a seed predict it, share of the shorter step."""

SEED_NEIGHBOURS = 24
SEED_APART = 10
SEED_APART_RADII = 0.5
"""Nearest blobs looked at round a seed (16–40), and how many of them that lie at different places, so many radii apart
(6–16; 0.3–1): discs, rims and holes make several blobs at one place."""

SEED_PAIRS = 2
"""Pairs of neighbours from which a seed is grown (1–4): the nearest is right nine times of ten."""

SEED_RIGHTWARD = 0.9
"""The first step goes this much more to the right than down or up (0.8–1): below 1 so that 45° is found both ways."""

SEEDS_TRIED = 140
"""Seeds that have neighbours before giving up (60–300): time in a cluttered picture without a board."""

SEED_PLENTY_COST = 5
"""Once a lattice has plenty, each further seed counts as this many (1–10): a larger board shows itself soon."""

GROW_TOLERANCE = 0.22
"""How far a blob may lie from the predicted place, in steps (0.15–0.3)."""

GROW_SIZE_WEIGHT = 0.25
GROW_COST = 0.32
"""A blob's cost is its distance in steps plus this weight times |log of the area ratio|; beyond the cost: no blob."""

GROW_LIMIT = 9
"""Cells from the seed a lattice may reach: 10 × 8 is the largest board sought."""

COLLECT_TOLERANCE = 0.15
COLLECT_SIZE_WEIGHT = 0.2
COLLECT_SIZE_LOG = 0.6
"""The same, once a homography predicts the places; areas are compared as shares of a cell."""

COLLECT_BEYOND = 3
COLLECT_HORIZON = 0.2
"""Places beyond the known ones at which blobs are collected (1–4), none nearer to the horizon than this share of the
known ones' distance from it (0.1–0.4)."""

REFINE_ROUNDS = 3
"""Rounds of fitting and collecting (2–5): most lattices settle after two."""

RANSAC_PX = 1.5
RANSAC_SIZE = 0.1
"""How far a blob may lie from the homography, px, or as a share of the square root of its area (1–3; 0.05–0.2)."""

LATTICE_LEAST = 8
"""Fewest blobs that make a lattice worth a second look."""

LATTICE_PLENTY = 34
"""With this many, smaller lattices are no longer sought, only larger boards."""

LATTICE_LARGER = 1.25
"""A second board is preferred when its pitch is larger by this ratio (1.1–1.5): a printed one on a box stays behind."""

LATTICES_JUDGED = 4
"""Lattices looked at more closely, those with most members first (2–8)."""

# --- grid: which window of the lattice is the board ------------------------------------------------------------------

WINDOW_PLATE_WEIGHT = 0.5
"""Weight of one plate point (between four cells) against one blob, when windows are compared (0.3–0.8)."""

PLATE_SPREAD = 4.0
PLATE_LEAST_DISTANCE = 16.0
"""A point is plate when its Lab distance to the plate's median is below the larger of this many median deviations and
this distance."""

PLATE_LAB_WEIGHTS = (0.5, 1.0, 1.0)
"""What differences in L*, a*, b* count when a colour is held against the plate's: shadows fall on plates."""

PLATE_LEAST_POINTS = 4
"""Fewer points between four members can't tell the plate's look (3–8)."""

HOLE_SAMPLES = 7
"""Points across a hole at which it is compared with the plate (5–11)."""

HOLE_UNLIKE_PLATE = 0.2
"""Share of those unlike the plate that makes a hole without a contour (0.1–0.5)."""

HOLE_WEIGHT = 0.5
"""Weight of such a hole, framed by plate on all sides, against one that has a contour (0.25–1)."""

HORIZON = 0.1
"""Places nearer to the horizon than this share of the members' distance from it aren't looked at (0.05–0.3)."""

WINDOW_LEAST_HITS = 0.55
"""Share of cells in which a blob must be seen (0.5–0.8): below it the grid is refused."""

WINDOW_LEAD = 1.5
"""By how much the best window must lead the next, in blobs (1–4); less: it can't be told where the board ends."""

LINE_GOES_ON = 0.6
"""Share of a line next to the window in which blobs mean that the grid is larger than the board (0.5–0.8). Discs in a
tray or the shadow of a row reach less."""

CONFIDENCE_LEAD = 3.0
"""Lead over the next window, in blobs, at which confidence reaches two thirds of its most (2–5)."""

CONFIDENCE_FIT = 0.5
"""Share of the confidence that is lost with a residual at its limit (0.3–0.8)."""

LEAST_CONFIDENCE = 0.33
"""Confidence below which a grid is refused (0.2–0.5): printed and half-hidden grids among renders stay below 0.3."""

OUTSIDE_MARGIN = 0.08
"""A cell is in the picture when a cross of this reach around its centre is, pitches (0–0.4): half a hole is
enough to see what is in it."""

HOLE_ROUNDNESS = 0.976
"""Least median roundness of the lattice's blobs (0.97–0.985): hand-drawn squares have 0.96."""

HOLE_SIZE = (0.05, 0.66)
"""Area of a hole as a share of its cell, least and most. Real boards seen so far: 0.07 (steep, thick) to 0.5."""

RESIDUAL_LIMIT = 0.12
"""Greatest RMS residual of the hole centres, in pitches (0.06–0.15). Real boards: below 0.06."""

LENS_RANGE = (-0.6, 0.15)
"""Division-model terms tried, least and most. −0.6 is far beyond a phone's wide lens."""

LENS_LEAST_CELLS = 20
"""Fewer cells seen can't tell a lens from their own error (16–30)."""

LENS_GAIN = 0.85
"""A lens term is kept only if it brings the residual below this share of the straight one's (0.7–0.95)."""

# --- grids of which too little is seen: candidates for a second look -------------------------------------------------

DOUBTFUL_LATTICES = 2
DOUBTFUL_WINDOWS = 6
DOUBTFUL_BEHIND = 4.0
DOUBTFUL_MOST = 8
"""Of so many lattices so many windows, none further behind the best, in blobs, and so many in all (1–4, 3–10, 2–6,
4–12): each costs a look by the reader, a twentieth of finding."""

DOUBTFUL_REACH = (0.35, 0.2)
"""How far from its cell a hole may lie, pitches, in two rounds (0.25–0.45; 0.1–0.3): such grids were drawn from few."""

DOUBTFUL_LEAST_HOLES = 0.28
"""Share of cells near which something round must be seen (0.2–0.5)."""

DOUBTFUL_SAME = 0.2
"""Two of them are one when no corner cell differs by more, pitches (0.1–0.4)."""

DOUBTFUL_PITCH_PX = 8.0
"""Least pitch at working size, px (6–14)."""

SECOND_LOOK_HIDDEN = 0.03
"""Greatest share of a doubtful grid's cells that the reader may miss (0–0.1): one of a classic board's."""

SECOND_LOOK_BEYOND = 0.5
"""Share of the next line of cells beyond each edge that the reader must miss (0.4–0.8): the board ends there."""

SECOND_LOOK_REACH = 0.6
"""How far beyond an edge the picture must go on for that, pitches (0.5–1): to where the rim of a next hole would be."""

SECOND_LOOK_SURE = 0.95
"""Least share of the best board in a doubtful grid (0.9–0.99)."""

# --- a grid shown by tapping its corner cells -------------------------------------------------------------------------

TAPS_PITCH_PX = 10.0
"""Least pitch at working size for taps to be a board, px (8–14): below, no cell can be read."""

TAPS_MOST_SHRINK = 3.0
"""How much larger the nearest cell may look than the farthest (2.5–5). A board at arm's length from the side: 2."""

TAPS_MOST_ASPECT = 3.5
"""How much wider than high a cell may look, or higher than wide (2.5–5). At 70° from the side: 3."""

TAPS_REACH = (0.45, 0.25)
"""How far from its cell a hole may lie, pitches, in two rounds: fingers miss by 0.3 on a phone's small picture."""

TAPS_LEAST_HOLES = 0.3
"""Share of the cells near which something round must be seen (0.2–0.5): else what was tapped is no board."""

# --- cells -----------------------------------------------------------------------------------------------------------

CELL_PX = 24
"""Pixels a pitch in the rectified board (16–40)."""

FACE_MARGIN = 1.0
"""Pitches around the outer cell centres in the rectified board (0.6–1.2)."""

VIEWS_SHARPENED = 1.4
"""Power to which the mean of a photo's four views is raised (1–2): their errors are partly their own. Found like the
net's temperature, so that of the boards said to be 99 % sure, 99 % are right."""

# --- disc colours: angles in degrees, L*, a*, b* of CIE; found on 60 renders and all real photos, none held back ---

DISC_HUE_REACH = 60.0
"""A hue that differs by so many degrees is another colour (45–80): light from a lamp turns hues by 20."""

DISC_LIGHTNESS_REACH = 60.0
"""The same for L* where there is no hue (40–80)."""

DISC_CHROMA_REACH = 45.0
"""C* that a thing without a hue can't have (35–60): coloured light on black or white leaves 15."""

DISC_FAINT_CHROMA = 12.0
"""Below this C* the hue is noise (8–16)."""

DISC_FAINT_MISFIT = 0.8
"""How badly a colour without a hue fits a name with one, if dark; if light it can't be that colour at all."""

DISC_BROWN_LIGHTNESS = 45.0
"""Orange darker than this L* is called brown, lighter brown is orange (35–50)."""

DISC_WORST_MISFIT = 1.0
"""A colour that fits what was said worse than this contradicts it, by definition of the reaches (1)."""

DISC_LEAST_LEAD = 0.3
"""By how much one way to give two names must fit better than the other (0.2–0.6), both discs together."""

DISC_SAMPLE_RADIUS = 0.16
"""Radius around a hole's middle that is looked at, pitches (0.1–0.25): a steep view shows the hole's wall beside it."""

# --- a picture's own colours: CIE L*a*b*, found on 1150 rendered faces kept aside; all are flat within their ranges ---

PALETTE_SPREAD = (20.0, 10.0, 10.0)
"""Standard deviation of one kind's discs, or of what shows through neighbouring holes, L*, a*, b* (14–30, 7–14)."""

PALETTE_RADIUS = 0.22
"""Half the side of the square at a hole's middle whose median is its colour, pitches (0.16–0.3)."""

PALETTE_KIND_LEAD = 4.0
"""Most that colours may say on which of two kinds a disc is, log odds (2–6)."""

PALETTE_KIND_DOUBT = 0.02
"""A net's shares nearer to 0 and 1 than this start the two kinds no surer (0.01–0.1)."""

PALETTE_DISC_LEAD = 1.0
"""Most that colours may say on disc or hole, log odds (0.7–1.5): more makes more boards wrong than right."""

PALETTE_CLEAR = 0.8
"""Cells with a greater share of one content are held to be that (0.6–0.95)."""

PALETTE_ANY = 0.1
PALETTE_ANY_CELLS = 3.0
"""Density of any colour, as a share of the kernel's peak, and of how many cells' weight it is (0.01–0.3; 1–6)."""

# --- decoding --------------------------------------------------------------------------------------------------------

CELL_FLOOR = 1e-4
"""Least share given to any content of a cell (1e-5–1e-2): no single cell may rule a board out for good."""

CELL_SURE = 0.85
"""A cell whose share among all boards is below this is `?` (0.84–0.99): where only equal counts speak for one of two
colours it has 0.83, and that must not be enough."""

CELL_OVERRULED = 0.05
"""A content that the cell's own pixels gave less than this stays `?` even if gravity demands it (0.01–0.2)."""

UNEQUAL_COUNTS = 0.2
"""Weight of a board whose counts differ by two or more, against one of equal counts (0.05–1)."""

BOARD_SURE = 0.8
"""Least share of the best board among all for the answer `read` (0.8–0.99)."""

BOARD_SURE_IN_PARTS = 0.95
"""The same for boards larger than the net looks at (0.9–0.99): where parts meet it knows no edge and too little of the
other discs. Found on renders of 8 × 7 and 9 × 7 boards."""

BOARD_LEAST = 0.15
"""Share of the best board below which there is none to speak of (0.03–0.3): of such readings of renders seven in ten
were another board, or none: a poster, a grid taken wrongly."""

MOST_UNSURE = 0.4
"""With a greater share of unsure cells the photograph is refused (0.2–0.6)."""

UPSIDE_DOWN_LEAD = 2.0
"""By how much, as a log ratio, an upside-down board must explain the discs better than an upright one (1.5–6). Of 250
upright boards none leads by more than 1.1 the wrong way; one with a single disc leads the right way by 3."""

# --- tracking: times in seconds --------------------------------------------------------------------------------------

CLEAR_SIGHT = 0.75
FULL_SIGHT = 0.95
"""Share of a content below which a frame counts nothing for it, and above which it counts fully (0.6–0.9, 0.9–0.99)."""

LONGEST_GAP_S = 0.5
"""Most time one frame can add, s (0.2–1): what was between two frames far apart was not seen."""

FORGET_RATE = 2.0
"""Seconds of evidence lost per second of clearly seeing something else (1–4)."""

SETTLED_EVIDENCE_S = 2.0
"""Evidence of a settled content is not counted beyond this, s (1–3). At FORGET_RATE 2 a change leads after 0.7 s."""

MOST_EVIDENCE_S = 6.0
"""Nor any other beyond this, s (above every HOLD)."""

HOLD_FIRST_S = 0.8
"""Clear sight of every cell before the first board is settled, s (0.5–2)."""

HOLD_EXPECTED_S = 0.7
"""Clear sight of a change that the game expects, s (0.4–1): falling discs cross a cell in 0.1, bounces last 0.4."""

HOLD_OTHER_S = 1.7
"""Clear sight of any other change, s (1–2.5): it leads to an accusation."""

HOLD_IMPOSSIBLE_S = 5.0
"""Clear sight of what discs don't do, s (3–10): one in the air is held in the slot, or a misreading, and one that
turns into the other colour was misread before."""

QUIET_S = 0.4
"""While any changed cell has been seen for less than this, only expected changes are settled, s (0.2–1)."""

FIRST_PATIENCE_S = 2.0
FIRST_PATIENCE_HIDDEN_S = 6.0
"""Watching before gravity may say what lies in cells that stay unclear, or hidden, s (1–4; 4–10)."""

FIRST_LEAST_KNOWN = 0.8
"""Least share of cells seen clearly before it may (0.7–0.95)."""

EMPTY_WITH_THE_REST = 0.25
"""Mean share of "empty" from which a cell is empty where all clear ones are (0.2–0.5): nobody starts with one disc."""

UNSEEN_S = 0.5
"""A cell not clearly seen for longer is in doubt when a board is settled, s (0.3–1)."""

STRANGE_WEIGHT = 0.03
STRANGE_MOST = 3
"""Weight of the settled content's share where a cell looks clearly different from before (0.01–0.3), if no more cells
do at once (2–6): somebody walking behind the board changes many."""

RESEMBLES_SHARE = 0.93
"""Share that a cell gets for the colour whose known discs it looks just like (0.85–0.97)."""

WELL_SEEN = 0.5
"""Weight of a sight from which it leaves no doubt about the settled content (0.3–0.9)."""

RECONSIDER_SIGHT = 0.97
RECONSIDER_S = 4.0
MOST_TRUST_S = 120.0
"""A cell that looks as it did, yet is read otherwise with this share for so long, and for longer than it was read as
settled (which counts up to a limit), was misread (0.95–0.99; 2–8 s; 30–300 s)."""

BRIEF_S = 0.8
"""A disc that begins to vanish so soon after it was settled never was, s (0.5–1.5): hands need longer."""

COVERED_MOST_S = 8.0
"""After so long what stands before the plate counts as plate, s (4–15): a shadow or lamp that stays."""

AGREED_SIGHT = 0.9
AGREED_FIRST_SIGHT = 0.5
"""Share of the settled content from which a reading agrees with it well enough to teach its look, and where nothing is
remembered yet (0.8–0.97; 0.4–0.8)."""

REREAD_S = 0.2
"""While something is undecided, cells are read anew this often even if nothing moves, s (0.1–0.5): one unlucky frame
must not speak for a whole second."""

QUIET_COUNTS_S = 0.2
"""While nothing moves and nothing is undecided, evidence is counted this often, s (0–0.4): it changes nothing else."""

LEARN_EVERY_S = 0.5
LEARN_SHARE = 0.3
"""How often cells that look as they did are remembered anew, s, and the new look's share: slow light is followed."""

RELEARN_S = 1.5
"""Sight of the settled content in a cell that looks otherwise before its new look is remembered, s (1–4)."""

FROZEN_S = 2.5
"""A picture that stays the same to the last bit counts no longer than this, s (2–4): a real camera has noise."""

# --- holding the grid ------------------------------------------------------------------------------------------------

LOOK_EVERY_S = 0.3
"""Time between two looks for the grid, s (0.1–1)."""

POSES_AGREE = 0.15
"""Two looks agree when no corner cell moved by more, pitches (0.05–0.3)."""

CHANGE_LEVEL = 7
"""Mean difference of a patch half a pitch wide that counts as a change, 0–255 (4–15). Camera noise stays below 3."""

SHIFT_PAUSES = 0.13
"""A board that stands further than this from its grid isn't read, pitches (0.08–0.25)."""

SHIFT_FOLLOWED = 0.04
CREPT_S = 0.8
CREPT_MOST = 0.3
"""A board that has stood so far from its grid for so long is found anew, pitches, s, and taken if no corner cell is
further from where it was, pitches (0.04–0.1: a pixel of the face; 0.3–2; 0.2–0.45: half a cell is another)."""

LEAST_LIKENESS = 0.35
"""Least correlation of the face's edges with those at the time the grid was found (0.2–0.6). Hands leave 0.5."""

BESIDE_LEAST_DISCS = 4
BESIDE_LEAD = 0.5
"""With at least so many discs known, a grid found again is refused when the board fits better one line beside it, by
this much in the mean log share of a cell (3–8; 0.2–1). One misread cell of 42 changes it by 0.2."""

AWAY_S = 0.5
"""How long the board must be away before the grid is sought anew, s (0.2–2): a hand over the board takes less."""

# --- cells: what counts as hidden ------------------------------------------------------------------------------------

HIDDEN_SHARE = 0.5
"""A cell whose share of "hidden" reaches this is not visible (0.3–0.7)."""

# --- how a cell looked ------------------------------------------------------------------------------------------------

LOOK_OFFSET = 8.0
LOOK_LEVEL = 48.0
"""Added to levels of 0–255 before they are compared as ratios: black has noise too (4–15, 30–70)."""

SAME_LOOK = 0.09
"""A hole with a smaller relative difference looks as it did (0.06–0.15). Real and rendered films: unchanged holes reach
0.05 (99.9 %) and 0.075 at most, a disc that comes or goes makes 0.25 or more."""

OTHER_LOOK = 0.2
"""With a greater one it looks clearly different (0.15–0.25)."""

LIKE_LOOK = 0.12
UNLIKE_LOOK = 0.25
"""Relative difference of mean colours, each to the plate beside it, below which a changed cell looks like a known disc,
and above which like no other content (0.08–0.2; 0.2–0.4)."""

PROFILE_FITS = 0.5
"""Share of cells that must look as in the saved empty board for it to be used again (0.3–0.8): a game picked up late
has up to half of them filled."""

COVERED_LOOK = 0.2
COVERED_CORNERS = 3
"""So many of the four points of plate around a hole that differ by this mean a hand before it (0.15–0.3; 2–4)."""
