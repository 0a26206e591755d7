/** How much a test draws at random: a quarter in `npm test`, all of it by `npm run test:properties`. */

export const drawsAll = process.env['SWAPLINE_PROPERTIES'] === 'all'

/** Also for a number that so many rounds have to reach at least. */
export const roundsOf = (all: number): number => (drawsAll ? all : Math.ceil(all / 4))
