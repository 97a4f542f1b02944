// Nautilion's base game for one player, by the printed rules, played by `random` or `reference`.
//
//     nautilion POLICY GAMES [SEED]
//
// The same game and the same policies as in simkit, written for nothing else: no list of options where none is
// needed, no counts of kinds in the discard pile, no tables.  Prints the processor time, and the means by which
// simkit's games are compared with these.
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "chance.hpp"

constexpr int PLACES = 36, ABYSS = PLACES + 1, NUMBERS = 9, FULL_CREW = 511;
constexpr int WHIRLWIND = 1, TIDE = 2, TRANSLATION = 3, START = 4;
constexpr int FACES[] = {1, 1, 2, 2, 3, 4};
constexpr int DUCTS[][2] = {{4, 3}, {4, 5}, {4, 9}, {1, 2}, {1, 6}, {1, 8}, {2, 3}, {2, 6},
                            {2, 7}, {3, 6}, {5, 7}, {5, 8}, {6, 9}, {7, 8}, {8, 9}};

uint16_t open_spaces[512], free_to_leave[512];  // by crew: what may come aboard, what may leave

void work_out_the_board() {
    bool one_group[512];
    for (int crew = 0; crew < 512; crew++) {
        auto joined = [](int group) {
            int all = 0;
            for (auto [a, b] : DUCTS) {
                if (group >> (a - 1) & 1) all |= 1 << (b - 1);
                if (group >> (b - 1) & 1) all |= 1 << (a - 1);
            }
            return all;
        };
        open_spaces[crew] = crew ? joined(crew) & ~crew : FULL_CREW;
        int group = crew & -crew, before = -1;
        while (group != before) before = group, group |= joined(group) & crew;
        one_group[crew] = group == crew;
    }
    for (int crew = 0; crew < 512; crew++) {
        free_to_leave[crew] = 0;
        for (int i = 0; i < NUMBERS; i++)
            if (crew >> i & 1 && one_group[crew ^ 1 << i]) free_to_leave[crew] |= 1 << i;
    }
}

int nth_bit(uint64_t mask, int n) {
    while (n--) mask &= mask - 1;
    return std::countr_zero(mask);
}

struct Game {
    uint64_t occupied;  // places with a token: bit `place` for each
    uint8_t path[PLACES + 2];
    int nautilion, phantom, crew, reserve, turns, spells;
    int dice[3];

    void set_up(Chance& chance) {
        for (int place = 1; place <= PLACES; place++) path[place] = 1 + (place - 1) / 4;
        path[0] = path[ABYSS] = 0;
        chance.shuffle(path + 1, PLACES);
        occupied = ((uint64_t(1) << PLACES) - 1) << 1;
        nautilion = 0, phantom = ABYSS, crew = 0, reserve = START, turns = 0, spells = 0;
    }

    void roll(Chance& chance) {
        for (int& die : dice) die = FACES[chance.below(6)];
    }

    int ahead(int steps) const {  // the place that the Nautilion reaches
        uint64_t tokens = occupied & ~uint64_t(0) << (nautilion + 1);
        while (--steps) tokens &= tokens - 1;
        return tokens ? std::countr_zero(tokens) : ABYSS;
    }

    int behind(int steps) const {  // the place that the Phantom reaches; 0 are the Isles
        uint64_t tokens = occupied & ((uint64_t(1) << phantom) - 1);
        while (--steps && tokens) tokens ^= std::bit_floor(tokens);
        return tokens ? 63 - std::countl_zero(tokens) : 0;
    }

    bool fits(int place) const {
        return place == ABYSS ? crew == FULL_CREW : (open_spaces[crew] << 1) >> path[place] & 1;
    }
};

struct Random {
    static void cast_spells(Game& g, Chance& chance) {
        while (g.reserve >= WHIRLWIND) {
            const bool translates = g.reserve >= TRANSLATION && std::popcount(g.occupied) >= 2;
            const int spells = 1 + (g.reserve >= TIDE ? 9 : 0) + translates;
            const int drawn = int(chance.below(2 * spells)) - spells;
            if (drawn < 0) return;
            g.spells++;
            if (drawn == 0) {
                g.reserve -= WHIRLWIND;
                g.roll(chance);
            } else if (drawn <= 9) {
                g.reserve -= TIDE;
                int& die = g.dice[(drawn - 1) / 3];
                const int value = 1 + (drawn - 1) % 3;
                die = value < die ? value : value + 1;
            } else {
                g.reserve -= TRANSLATION;
                const int first = nth_bit(g.occupied, chance.below(std::popcount(g.occupied)));
                const uint64_t others = g.occupied & ~(uint64_t(1) << first);
                const int second = nth_bit(others, chance.below(std::popcount(others)));
                std::swap(g.path[first], g.path[second]);
            }
        }
    }

    // All six orders of the dice: of equal dice each way to give them comes as often as the others.
    static void plan(Game& g, Chance& chance) {
        static constexpr uint8_t ORDERS[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        const auto& order = ORDERS[chance.below(6)];
        const int a = g.dice[order[0]], b = g.dice[order[1]], c = g.dice[order[2]];
        g.dice[0] = a, g.dice[1] = b, g.dice[2] = c;
    }

    static void discard(Game& g, Chance& chance) {
        const int leaving = free_to_leave[g.crew], from_reserve = g.reserve > 0;
        const int count = std::popcount(unsigned(leaving)) + from_reserve;
        if (count == 0) return;
        const int drawn = count > 1 ? chance.below(count) : 0;
        if (drawn < from_reserve) g.reserve--;
        else g.crew ^= 1 << nth_bit(leaving, drawn - from_reserve);
    }

    static bool takes_aboard(Chance& chance) { return chance.coin(); }
};

struct Reference {
    static void cast_spells(Game& g, Chance& chance) {
        while (true) {
            int* d = g.dice;
            if (g.reserve >= WHIRLWIND + 1 && d[0] == d[1] && d[1] == d[2]) {
                g.reserve -= WHIRLWIND, g.spells++;
                g.roll(chance);
                continue;
            }
            if (g.reserve >= TIDE + 2 && !g.fits(g.ahead(d[0])) && !g.fits(g.ahead(d[1])) && !g.fits(g.ahead(d[2]))) {
                int value = 1;
                while (value <= 4 && !g.fits(g.ahead(value))) value++;
                if (value <= 4) {
                    const int largest = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
                    d[largest] = value;
                    g.reserve -= TIDE, g.spells++;
                    continue;
                }
            }
            if (g.reserve >= TRANSLATION + 4 && g.crew != FULL_CREW) {
                const int smallest = d[0] < d[1] ? (d[0] < d[2] ? d[0] : d[2]) : (d[1] < d[2] ? d[1] : d[2]);
                const int place = g.ahead(smallest);
                if (place != ABYSS && !g.fits(place)) {
                    int farthest = PLACES;
                    while (farthest > 0 && !(g.occupied >> farthest & 1 && g.fits(farthest))) farthest--;
                    if (farthest > 0) {
                        std::swap(g.path[place], g.path[farthest]);
                        g.reserve -= TRANSLATION, g.spells++;
                        continue;
                    }
                }
            }
            return;
        }
    }

    static void plan(Game& g, Chance&) {
        static constexpr uint8_t ORDERS[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        int landing[3];  // below everything an Abyss that loses
        for (int i = 0; i < 3; i++) {
            const int place = g.ahead(g.dice[i]);
            landing[i] = g.fits(place) ? 2 : place != ABYSS;
        }
        int best = -1, most = -1;
        for (int i = 0; i < 6; i++) {
            const auto& order = ORDERS[i];
            const int d = g.dice[order[0]], p = g.dice[order[1]], n = g.dice[order[2]];
            const int rank = ((2 * landing[order[2]] + (d < 3)) * 8 + 7 - p) * 64 + (7 - n) * 8 + 7 - d;
            if (rank > most) most = rank, best = i;
        }
        const auto& order = ORDERS[best];
        const int d = g.dice[order[0]], p = g.dice[order[1]], n = g.dice[order[2]];
        g.dice[0] = d, g.dice[1] = p, g.dice[2] = n;
    }

    static void discard(Game& g, Chance&) {
        if (g.reserve > 0) g.reserve--;
        else if (g.crew) g.crew ^= std::bit_floor(unsigned(free_to_leave[g.crew]));
    }

    static bool takes_aboard(Chance&) { return true; }
};

template <class Policy>
bool play(Game& g, Chance& chance) {  // whether the game is won
    g.set_up(chance);
    while (true) {
        g.turns++;
        g.roll(chance);
        Policy::cast_spells(g, chance);
        Policy::plan(g, chance);
        if (g.dice[0] >= 3) Policy::discard(g, chance);
        g.phantom = g.behind(g.dice[1]);
        if (g.phantom == 0) return false;
        g.occupied ^= uint64_t(1) << g.phantom;
        g.nautilion = g.ahead(g.dice[2]);
        if (g.nautilion == ABYSS) return g.crew == FULL_CREW;
        g.occupied ^= uint64_t(1) << g.nautilion;
        if (g.fits(g.nautilion) && Policy::takes_aboard(chance)) g.crew |= 1 << (g.path[g.nautilion] - 1);
        else g.reserve++;
    }
}

template <class Policy>
void play_all(long games, uint64_t seed) {
    Chance chance(seed);
    Game g;
    long won = 0, turns = 0, crew = 0, spells = 0;
    const clock_t begun = clock();
    for (long i = 0; i < games; i++) {
        won += play<Policy>(g, chance);
        turns += g.turns, crew += std::popcount(unsigned(g.crew)), spells += g.spells;
    }
    const double seconds = double(clock() - begun) / CLOCKS_PER_SEC, n = games;
    std::printf("{\"seconds\": %.6f, \"won\": %.9f, \"turns\": %.9f, \"crew_aboard\": %.9f, \"spells\": %.9f}\n",
                seconds, won / n, turns / n, crew / n, spells / n);
}

int main(int count, char** words) {
    if (count < 3) return 2;
    work_out_the_board();
    const long games = std::atol(words[2]);
    const uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
    if (std::strcmp(words[1], "random") == 0) play_all<Random>(games, seed);
    else play_all<Reference>(games, seed);
}
