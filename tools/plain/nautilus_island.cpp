// Nautilus Island for four players, by the printed rules, all played by `random` or all by `reference`.
//
//     nautilus_island POLICY GAMES [SEED]
//
// The same game and the same policies as in simkit, written for nothing else: no list of options where none is
// needed, no table.  Prints the processor time, and the means by which simkit's games are compared with these.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "chance.hpp"

constexpr int PLAYERS = 4, COLUMNS = 6, STACKS = 12, HEIGHT = 8, CARDS = 96;
constexpr int COLOURS = 5, TREASURES = 5, OBJECTS = 4, ROUND_CAP = 60;
constexpr int WIDTH[] = {1, 1, 2, 2, 3, 3}, FIRST_STACK[] = {0, 1, 2, 4, 6, 9}, FACE_UP[] = {0, 1, 1, 2};
constexpr int AS_WIDE_AS[] = {63, 63, 60, 48};  // by number of stacks: bit `column` for each with as many
enum Token { TWO, THREE, PER_CARD, DOUBLE, ODD, PAIR, KINDS, NO_TOKEN = -1 };
constexpr int TOKENS[] = {7, 7, 6, 4, 5, 5}, ALL_TOKENS = 34;
constexpr int SMALLEST_CLOSED = 3, LARGEST_CLOSED = 6;
constexpr int PORTHOLES[][3] = {{4, 3, 2}, {8, 6, 4}, {12, 9, 6}, {16, 12, 8}};

struct Castaway {
    int column;  // -1 before the first turn
    uint8_t hand[COLOURS + 1][OBJECTS], held[COLOURS + 1];
    uint8_t set[COLOURS][OBJECTS], size[COLOURS], tokens[COLOURS][KINDS], porthole[COLOURS];
    bool closed[COLOURS];

    int points() const {
        int sum = 0;
        for (int object = 0; object < OBJECTS; object++) sum += hand[TREASURES][object] * (object + 1);
        for (int c = 0; c < COLOURS; c++) {
            const uint8_t* t = tokens[c];
            int pairs = 0;
            for (int cards : set[c]) pairs += cards / 2;
            sum += porthole[c] * (1 + t[DOUBLE]) + 2 * t[TWO] + 3 * t[THREE] + size[c] * t[PER_CARD];
            sum += size[c] % 2 * 4 * t[ODD] + 5 * std::min<int>(pairs, t[PAIR]);
        }
        return sum;
    }
};

struct Action {
    int column, colour, cards;  // no cards: collect
};

struct Game {
    uint8_t deck[CARDS];  // colour * 4 + object; stack after stack, each from the bottom
    int height[COLUMNS], camp[COLOURS], in_camp, portholes_taken[LARGEST_CLOSED + 1], tokens_left;
    int8_t bag[ALL_TOKENS];
    Castaway castaways[PLAYERS];
    int stocked, occupied, legal, rounds;
    bool is_last;

    void fill_camp(Chance& chance) {
        for (int& space : camp) {
            if (space != NO_TOKEN || tokens_left == 0) continue;
            const int drawn = chance.below(tokens_left--);
            space = bag[drawn];
            bag[drawn] = bag[tokens_left];
            in_camp++;
        }
    }

    void set_up(Chance& chance) {
        for (int i = 0; i < CARDS; i++) deck[i] = i / 4;
        chance.shuffle(deck, CARDS);
        tokens_left = 0;
        for (int kind = 0; kind < KINDS; kind++)
            for (int i = 0; i < TOKENS[kind]; i++) bag[tokens_left++] = kind;
        std::fill(camp, camp + COLOURS, int(NO_TOKEN));
        in_camp = 0;
        fill_camp(chance);
        std::fill(height, height + COLUMNS, HEIGHT);
        std::memset(portholes_taken, 0, sizeof portholes_taken);
        std::memset(castaways, 0, sizeof castaways);
        for (Castaway& own : castaways) own.column = -1;
        stocked = 63, rounds = 0, is_last = false;
    }

    int porthole(int size) const {  // the points of the top token for a size; 0 without one
        if (size < SMALLEST_CLOSED || size > LARGEST_CLOSED || portholes_taken[size] == 3) return 0;
        return PORTHOLES[size - SMALLEST_CLOSED][portholes_taken[size]];
    }

    int top(int column, int stack) const { return deck[(FIRST_STACK[column] + stack) * HEIGHT + height[column] - 1]; }

    void collect(Castaway& own) {
        for (int stack = 0; stack < WIDTH[own.column]; stack++) {
            const int card = top(own.column, stack);
            own.hand[card / OBJECTS][card % OBJECTS]++;
            own.held[card / OBJECTS]++;
        }
        if (--height[own.column] == 0) stocked &= ~(1 << own.column);
    }
};

struct Random {
    static int column(const Game& g, const Castaway&, Chance& chance) {
        int columns = g.legal;
        for (int skipped = chance.below(std::popcount(unsigned(columns))); skipped > 0; skipped--) columns &= columns - 1;
        return std::countr_zero(unsigned(columns));
    }

    static Action action(const Game& g, const Castaway& own, Chance& chance) {
        const int column = Random::column(g, own, chance), collects = g.height[column] > 0;
        int stores[COLOURS], count = collects;
        for (int c = 0; c < COLOURS; c++) {
            stores[c] = own.closed[c] ? 0 : std::min<int>(WIDTH[column], own.held[c]);
            count += stores[c];
        }
        int drawn = count > 1 ? chance.below(count) : 0;
        if (count == 0 || drawn < collects) return {column, 0, 0};
        drawn -= collects;
        int colour = 0;
        while (drawn >= stores[colour]) drawn -= stores[colour++];
        return {column, colour, drawn + 1};
    }

    static int object(const Castaway& own, int colour, Chance& chance) {
        int drawn = chance.below(own.held[colour]), object = 0;
        while (drawn >= own.hand[colour][object]) drawn -= own.hand[colour][object++];
        return object;
    }

    static bool closes(const Game&, int, Chance& chance) { return chance.coin(); }
};

struct Reference {
    static constexpr int WORTH_CLOSING = 8, MANY_CARDS = 5, SIZE_AIMED_AT = 6;

    static Action action(const Game& g, const Castaway& own, Chance&) {
        int widest = 1;
        while (widest < 3 && g.legal & AS_WIDE_AS[widest + 1]) widest++;
        Action best{0, 0, 0};
        int most = g.is_last ? 0 : WORTH_CLOSING - 1, cards_in_hand = 0;
        for (int c = 0; c < COLOURS; c++) {
            if (own.closed[c]) continue;
            cards_in_hand += own.held[c];
            for (int k = 1; k <= std::min<int>(widest, own.held[c]); k++) {
                const int points = g.porthole(own.size[c] + k);
                if (points > most || (points == most && best.cards > k)) most = points, best = {0, c, k};
            }
        }
        if (best.cards > 0) {
            best.column = std::countr_zero(unsigned(g.legal & AS_WIDE_AS[best.cards]));
            return best;
        }
        if (cards_in_hand >= MANY_CARDS || (g.is_last && cards_in_hand > 0)) {
            best = large_store(own, widest);
            for (int width = best.cards; width <= 3; width++) {
                const int columns = g.legal & AS_WIDE_AS[width] & (width < 3 ? ~AS_WIDE_AS[width + 1] : 63);
                if (columns) {
                    best.column = std::countr_zero(unsigned(columns));
                    return best;
                }
            }
        }
        if ((g.legal & g.stocked) == 0) {
            const int column = std::countr_zero(unsigned(g.legal));
            best = large_store(own, WIDTH[column]);
            best.column = column;
            return best;
        }
        return {column_to_collect(g, own), 0, 0};
    }

    static Action large_store(const Castaway& own, int widest) {
        int colour = -1, most = 0;
        for (int c = 0; c < COLOURS; c++)
            if (!own.closed[c] && own.held[c] && own.held[c] + own.size[c] > most)
                most = own.held[c] + own.size[c], colour = c;
        if (colour < 0) return {0, 0, 0};
        int cards = std::min<int>(own.held[colour], widest);
        if (own.size[colour] < SIZE_AIMED_AT) cards = std::min(cards, SIZE_AIMED_AT - own.size[colour]);
        return {0, colour, cards};
    }

    static int column_to_collect(const Game& g, const Castaway& own) {
        int best = 0, most = -1;
        for (int columns = g.legal & g.stocked; columns; columns &= columns - 1) {
            const int column = std::countr_zero(unsigned(columns));
            int wanted = 0;
            for (int stack = 0; stack < FACE_UP[WIDTH[column]]; stack++) {
                const int c = g.top(column, stack) / OBJECTS;
                wanted += c == TREASURES || (!own.closed[c] && own.held[c] + own.size[c] > 0);
            }
            if (wanted * 4 + WIDTH[column] > most) most = wanted * 4 + WIDTH[column], best = column;
        }
        return best;
    }

    static int object(const Castaway& own, int colour, Chance&) {
        int best = 0, most = -1;
        for (int object = 0; object < OBJECTS; object++) {
            const int alike = own.hand[colour][object] + own.set[colour][object];
            if (own.hand[colour][object] && alike > most) most = alike, best = object;
        }
        return best;
    }

    static bool closes(const Game& g, int points, Chance&) { return points >= WORTH_CLOSING || g.is_last; }
};

template <class Policy>
void take_turn(Game& g, Castaway& own, Chance& chance) {
    g.legal = (g.is_last ? 63 : g.stocked) & ~g.occupied;
    if (own.column >= 0) g.legal &= ~(1 << own.column);
    const Action action = Policy::action(g, own, chance);
    own.column = action.column;
    g.occupied |= 1 << action.column;
    if (action.cards == 0) {
        if (g.height[action.column] > 0) g.collect(own);
        return;
    }
    const int c = action.colour;
    for (int i = 0; i < action.cards; i++) {
        const int object = Policy::object(own, c, chance);
        own.hand[c][object]--, own.held[c]--;
        own.set[c][object]++, own.size[c]++;
    }
    if (g.camp[c] != NO_TOKEN) {
        own.tokens[c][g.camp[c]]++;
        g.camp[c] = NO_TOKEN;
        g.in_camp--;
    }
    const int points = g.porthole(own.size[c]);
    if (points > 0 && Policy::closes(g, points, chance)) {
        own.porthole[c] = points, own.closed[c] = true;
        g.portholes_taken[own.size[c]]++;
    }
    if (g.in_camp <= 1) g.fill_camp(chance);
}

template <class Policy>
void play(Game& g, Chance& chance) {
    g.set_up(chance);
    int next = chance.below(PLAYERS);
    while (true) {
        g.rounds++;
        g.occupied = 0;
        int order[PLAYERS];  // from the back, and clockwise from the first player in round 1
        for (int i = 0, seat = next; i < PLAYERS; i++, seat = (seat + 1) % PLAYERS) {
            int place = i;
            for (; place > 0 && g.castaways[order[place - 1]].column > g.castaways[seat].column; place--)
                order[place] = order[place - 1];
            order[place] = seat;
        }
        for (int seat : order) take_turn<Policy>(g, g.castaways[seat], chance);
        if (g.is_last || g.rounds == ROUND_CAP) return;
        g.is_last = g.stocked != 63;
    }
}

template <class Policy>
void play_all(long games, uint64_t seed) {
    Chance chance(seed);
    Game g;
    long rounds = 0, score = 0, best = 0, stored = 0, won_by_first = 0;
    const clock_t begun = clock();
    for (long i = 0; i < games; i++) {
        play<Policy>(g, chance);
        rounds += g.rounds;
        int winner = 0, most = -1;
        for (int seat = 0; seat < PLAYERS; seat++) {
            const Castaway& own = g.castaways[seat];
            const int points = own.points();
            score += points;
            if (points > most || (points == most && own.column < g.castaways[winner].column)) most = points, winner = seat;
            for (int cards : own.size) stored += cards;
        }
        best += most, won_by_first += winner == 0;
    }
    const double seconds = double(clock() - begun) / CLOCKS_PER_SEC, n = games;
    std::printf("{\"seconds\": %.6f, \"rounds\": %.9f, \"score\": %.9f, \"best\": %.9f, \"stored\": %.9f, \"won_by_first\": %.9f}\n",
                seconds, rounds / n, score / n / PLAYERS, best / n, stored / n / PLAYERS, won_by_first / n);
}

int main(int count, char** words) {
    if (count < 3) return 2;
    const long games = std::atol(words[2]);
    const uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
    if (std::strcmp(words[1], "random") == 0) play_all<Random>(games, seed);
    else play_all<Reference>(games, seed);
}
