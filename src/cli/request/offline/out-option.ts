import { parsePath } from '#cli/parse/plain'

/** Where a file of `tx build` or `tx sign` goes. */
export const outOption = {
  flag: '--out <file>',
  about: 'the file to write; default: named after step, network and nonce',
  parse: parsePath,
} as const
