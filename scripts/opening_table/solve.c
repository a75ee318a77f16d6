/* Exact values (win, draw, loss for the side to move) of all classic 7 x 6 positions with a given number of discs.
 *
 *   cc -O3 -march=native -o solve solve.c
 *   ./solve 10 28 [FIRST] > values     discs, log2 of the table's entries (8 bytes each), positions to skip
 *
 * Output: one little-endian 64-bit word a position in ascending order of keys, key << 2 | (value + 1), so that a run
 * that was broken off goes on with FIRST = bytes written / 8. Mirror images come once (the smaller key). Left out are
 * positions that are over, or won or lost within the next two discs without thinking. The method is that of
 * referee/solver.py, whose docstring explains the bounds; bits are those of referee/board.py.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef uint64_t u64;
enum { W = 7, H = 6, H1 = 7, CELLS = W * H };

static u64 BOARD, BOTTOM, ODD, EVEN, COLUMN[W];
static const int CENTRE_FIRST[W] = {3, 2, 4, 1, 5, 0, 6};
static u64 *table, table_mask;

static inline u64 winning_cells(u64 p) {
    u64 r = (p << 1) & (p << 2) & (p << 3), q;
    for (int step = H1 - 1; step <= H1 + 1; step++) {
        q = (p << step) & (p << 2 * step);
        r |= (q & (p << 3 * step)) | (q & (p >> step));
        q = (p >> step) & (p >> 2 * step);
        r |= (q & (p << step)) | (q & (p >> 3 * step));
    }
    return r & BOARD;
}

static inline int four(u64 p) {
    u64 q = p & (p >> 1);
    if (q & (q >> 2)) return 1;
    for (int step = H1 - 1; step <= H1 + 1; step++) {
        q = p & (p >> step);
        if (q & (q >> 2 * step)) return 1;
    }
    return 0;
}

static inline u64 canonical(u64 key) {
    u64 left = 127, second = left << H1, third = second << H1;
    u64 mirrored = (key & third << H1) | (key & left) << 6 * H1 | (key >> 6 * H1 & left) | (key & second) << 4 * H1
                 | (key >> 4 * H1 & second) | (key & third) << 2 * H1 | (key >> 2 * H1 & third);
    return mirrored < key ? mirrored : key;
}

static inline u64 *slot(u64 key) { return &table[((key * 0x9E3779B97F4A7C15ULL) >> 20) & table_mask]; }

/* Can the odd columns' next cells be paired so that the mover, with one of each pair, has no line? */
static int held(u64 base, u64 odd) {
    if (!odd) return !four(base);
    u64 first = odd & -odd, rest = odd ^ first;
    for (u64 t = rest; t; t &= t - 1) {
        u64 twin = t & -t;
        if (held(base | first, rest ^ twin) && held(base | twin, rest ^ twin)) return 1;
    }
    return 0;
}

/* The most the mover can reach by follow-up play of the other side: -1, 0 or 1 (nothing known). */
static inline int bound(u64 p, u64 other, u64 mask, int count, u64 oppose) {
    u64 left = BOARD ^ mask, next = (mask + BOTTOM) & BOARD, odd = next & EVEN;
    if (!(count & 1)) {
        u64 base = p | (left & ODD);
        if (!four(base | odd) || (odd && !four(base) && held(base, odd)))
            return four(other | (left & EVEN & ~odd)) ? -1 : 0;
    } else {
        u64 lasting = oppose & ODD & ~next;
        for (u64 t = lasting ? odd : 0; t; t &= t - 1) {
            u64 column = COLUMN[__builtin_ctzll(t) / H1], threat = lasting & column;
            if (!threat) continue;
            threat &= -threat;
            u64 base = p | (left & ODD & ~column) | (left & EVEN & column & (threat - 1)), others = odd & ~column;
            if (!four(base | others) || (others && !four(base) && held(base, others))) return -1;
        }
    }
    return four(p | left) ? 1 : 0;
}

static int search(u64 p, u64 mask, int alpha, int beta, u64 oppose, int count) {
    u64 other = p ^ mask, next = (mask + BOTTOM) & BOARD, free = next, forced = free & oppose;
    if (forced) {
        if (forced & (forced - 1)) return -1;
        free = forced;
    }
    free &= ~(oppose >> 1);
    if (!free) return -1;
    if (count >= CELLS - 2) return 0;
    u64 key = canonical(p + mask), *entry = slot(key);
    int least = -1, most = 1;
    if (*entry >> 8 == key) {
        least = (int)(*entry & 3) - 1;
        most = (int)(*entry >> 2 & 3) - 1;
        if (least >= beta || least == most) return least;
        if (most <= alpha) return most;
        if (least > alpha) alpha = least;
        if (most < beta) beta = most;
    }
    u64 move[W], threats[W], child[W], good = count & 1 ? EVEN : ODD, theirs = winning_cells(other);
    int weight[W], top[W], moves = 0, best = -1;
    for (int i = 0; i < W; i++) {
        u64 m = free & COLUMN[CENTRE_FIRST[i]];
        if (!m) continue;
        u64 then = mask | m, t = winning_cells(p | m) & ~then;
        int w = 4 * __builtin_popcountll(t) + 2 * __builtin_popcountll(t & good), hi = 1;
        if (!(theirs & ~then & (then + BOTTOM))) {
            hi = bound(other, p | m, then, count + 1, t);
            if (-hi >= beta) { best = -hi; goto store; }
        }
        u64 after = canonical(other + then);
        __builtin_prefetch(slot(after));
        int j = moves++;
        for (; j > 0 && weight[j - 1] < w; j--) {
            move[j] = move[j - 1]; weight[j] = weight[j - 1]; threats[j] = threats[j - 1]; top[j] = top[j - 1];
            child[j] = child[j - 1];
        }
        move[j] = m; weight[j] = w; threats[j] = t; top[j] = hi; child[j] = after;
    }
    for (int i = 0; i < moves; i++) {
        u64 known = *slot(child[i]);
        if (known >> 8 == child[i] && 1 - (int)(known >> 2 & 3) >= beta) return 1 - (int)(known >> 2 & 3);
    }
    for (int i = 0, a = alpha; i < moves; i++) {
        int value = top[i] <= -beta ? -top[i] : -search(other, mask | move[i], -beta, -a, threats[i], count + 1);
        if (value > best) best = value;
        if (value >= beta) break;
        if (value > a) a = value;
    }
store:
    if (best >= beta) { if (best > least) least = best; } else if (best < most) most = best;
    *entry = key << 8 | (u64)(least + 1) | (u64)(most + 1) << 2;
    return best;
}

static int value(u64 p, u64 mask) {
    u64 oppose = winning_cells(p ^ mask) & ~mask;
    int count = __builtin_popcountll(mask);
    if (search(p, mask, 0, 1, oppose, count) > 0) return 1;
    return search(p, mask, -1, 0, oppose, count) < 0 ? -1 : 0;
}

static int ascending(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

/* key = mover's discs + all discs; each column's value + 1 has its topmost bit one above the column's height */
static void split(u64 key, u64 *p, u64 *mask) {
    *p = *mask = 0;
    for (int c = 0; c < W; c++) {
        u64 v = (key >> (c * H1) & 127) + 1;
        int height = 63 - __builtin_clzll(v);
        *mask |= ((1ULL << height) - 1) << (c * H1);
        *p |= (v - (1ULL << height)) << (c * H1);
    }
}

/* All positions with so many discs in which the game goes on, by keys, ascending. */
static size_t enumerate(int discs, u64 **found) {
    u64 *now = calloc(1, 8), p, mask;
    size_t n = 1;
    for (int d = 0; d < discs; d++) {
        u64 *then = malloc(8 * (n * W + 1));
        size_t k = 0, unique = 0;
        for (size_t i = 0; i < n; i++) {
            split(now[i], &p, &mask);
            if (four(p ^ mask)) continue;
            for (int c = 0; c < W; c++) {
                u64 m = (mask + BOTTOM) & COLUMN[c];
                if (m) then[k++] = canonical((p ^ mask) + (mask | m));
            }
        }
        qsort(then, k, 8, ascending);
        for (size_t i = 0; i < k; i++)
            if (!unique || then[unique - 1] != then[i]) then[unique++] = then[i];
        free(now);
        now = then;
        n = unique;
    }
    *found = now;
    return n;
}

/* Neither over nor decided within two discs. */
static int open_game(u64 p, u64 mask) {
    u64 next = (mask + BOTTOM) & BOARD, oppose = winning_cells(p ^ mask) & ~mask, forced = next & oppose;
    if (four(p ^ mask) || (winning_cells(p) & ~mask & next) || (forced & (forced - 1))) return 0;
    return ((forced ? forced : next) & ~(oppose >> 1)) != 0;
}

/* Zeroed, in huge pages where the system has them: most of the time goes into looking up entries. */
static u64 *new_table(size_t bytes) {
    void *memory;
    if (posix_memalign(&memory, 2 << 20, bytes)) return 0;
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memset(memory, 0, bytes);
}

int main(int argc, char **argv) {
    if (argc < 3) { fprintf(stderr, "usage: solve DISCS LOG2_ENTRIES [FIRST]\n"); return 2; }
    size_t first = argc > 3 ? strtoull(argv[3], 0, 10) : 0, kept = 0, n;
    for (int c = 0; c < W; c++) {
        BOTTOM |= 1ULL << (c * H1);
        COLUMN[c] = ((1ULL << H) - 1) << (c * H1);
        BOARD |= COLUMN[c];
        for (int r = 0; r < H; r++) *(r % 2 ? &EVEN : &ODD) |= 1ULL << (c * H1 + r);
    }
    table_mask = (1ULL << atoi(argv[2])) - 1;
    table = new_table((table_mask + 1) * 8);
    if (!table) return 1;
    u64 *keys, p, mask;
    n = enumerate(atoi(argv[1]), &keys);
    for (size_t i = 0; i < n; i++) {
        split(keys[i], &p, &mask);
        if (!open_game(p, mask) || kept++ < first) continue;
        u64 word = keys[i] << 2 | (u64)(value(p, mask) + 1);
        fwrite(&word, 8, 1, stdout);
        if (kept % 4096 == 0) { fflush(stdout); fprintf(stderr, "%zu solved\n", kept); }
    }
    fprintf(stderr, "%zu solved, done\n", kept);
    return 0;
}
