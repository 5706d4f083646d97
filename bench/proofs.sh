#!/bin/sh
# The matches behind docs/bots.md, kept under docs/arena/. Each command goes on where it was stopped; all of them take some hours of one core.
#   sh bench/proofs.sh            with the environment's `newfound`; JOBS=4 for more processes
set -e
cd "$(dirname "$0")/.."
run() { folder=$1; shift; newfound arena "$@" --jobs "${JOBS:-1}" --out "docs/arena/$folder" --lang en; }
run new-haven-greedy-random   new-haven   --seats 2 --bots greedy,random --games 200
run new-world-greedy-random   new-world   --seats 2 --bots greedy,random --games 200
run new-england-greedy-random new-england --seats 3 --bots greedy,random --games 201
run new-haven-hard-greedy     new-haven   --seats 2 --bots hard,greedy   --games 200
run new-world-hard-greedy     new-world   --seats 2 --bots hard,greedy   --games 200
run new-england-hard-greedy   new-england --seats 3 --bots hard,greedy   --games 201
run new-haven-expert-hard     new-haven   --seats 2 --bots expert,hard   --games 200 --sprt
run new-world-expert-hard     new-world   --seats 2 --bots expert,hard   --games 200 --sprt
run new-england-expert-hard   new-england --seats 3 --bots expert,hard   --games 201 --sprt
for game in new-haven-3 new-haven-4 new-england-4 new-world-3 new-world-4 new-world-5; do
  run "$game-hard-greedy" "${game%-?}" --seats "${game##*-}" --bots hard,greedy --games "$(( ${game##*-} == 3 ? 201 : 200 ))"
done
run new-haven-search-greedy   new-haven   --seats 2 --bots search,greedy --games 200   # as `hard` where no server is
run new-world-search-greedy   new-world   --seats 2 --bots search,greedy --games 200
run new-england-search-greedy new-england --seats 3 --bots search,greedy --games 201
run new-world-search-1200-greedy   new-world   --seats 2 --bots search-1200,greedy --games 200   # as `expert` is there
run new-haven-search-1200-greedy   new-haven   --seats 2 --bots search-1200,greedy --games 200
run new-england-search-1200-greedy new-england --seats 3 --bots search-1200,greedy --games 201
python bench/characters.py --jobs "${JOBS:-1}"
python bench/levels.py --jobs "${JOBS:-1}"
