import { getTestContractCode } from './compile.ts'

/**
 * Compiles the contracts of the tests before the first one, which would else do it within its own time: some ten seconds
 * that no later run needs, and a multiple of that beside others.
 */
export const setup = (): void => {
  getTestContractCode('PlainToken')
}
