/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in private sending: in what keeps bytes from public nodes, and in what is said of them. */
const e2e = 'test/e2e/private.test.ts'
const stored = 'test/store/private-sending.test.ts'
const target = 'src/domain/journal/private-sending.test.ts'
const [domain, schema] = ['src/domain/journal/private-sending.ts', 'src/store/sqlite/migrations/private-sending.ts']
/** @param {string} name */
const step = (name) => `src/app/trade/steps/${name}.ts`

/** @type {readonly Mutant[]} */
export const sentPrivately = [
  [
    'private: bytes that never go public do after a while',
    domain,
    'if (begins === undefined) return sending',
    "if (begins === undefined) return observations.length > 4 ? 'public' : sending",
    [e2e],
  ],
  [
    'private: the fallback is a block early',
    domain,
    'Math.min(...heads) >= begins',
    'Math.min(...heads) + 1 >= begins',
    [target],
  ],
  ['private: one head of several ends the privacy', domain, 'Math.min(...heads)', 'Math.max(...heads)', [target]],
  [
    'private: what follows the host is recorded',
    domain,
    '...(isOrigin(url) ? { origin } : {})',
    '...(origin === url ? { origin } : { origin: url })',
    [target],
  ],
  [
    'private: how it is sent is not stored',
    step('send'),
    '...(sending && { sending }) }',
    '...(sending && {}) }',
    [e2e],
  ],
  [
    'private: the bytes go to public nodes as well',
    step('send'),
    "if (target === 'public') for (const",
    'if (raw.length > 0) for (const',
    [e2e],
  ],
  [
    'private: a broadcast is recorded as public',
    step('send'),
    "target === 'public' ? {} : ({ via: 'private' } as const)",
    '{}',
    [e2e],
  ],
  [
    'private: a replacement is public',
    step('replace'),
    'replaces: replaces.hash, ...(sending && { sending }) }',
    'replaces: replaces.hash, ...(sending && {}) }',
    [e2e],
  ],
  [
    'private: the store lets private bytes go to public nodes',
    schema,
    "(json_extract(NEW.body, '$.via') IS NOT 'private'\n        OR",
    '(0 OR',
    [stored],
  ],
  [
    'private: the store lets them go to another private endpoint',
    schema,
    "OR json_extract(NEW.body, '$.endpoint') IS NOT json_extract(a.sending, '$.endpoint'))",
    ')',
    [stored],
  ],
  ['private: the store lets a replacement go elsewhere', schema, 'AND a.sending IS NOT NEW.sending', 'AND 0', [stored]],
  ['private: any hash is an acceptance', 'src/chain/tx/broadcast.ts', 'result.toLowerCase() === hash', 'true', [e2e]],
  [
    'private: public nodes that do not show it take the acceptance back',
    'src/domain/journal/evidence-text.ts',
    "if (isTaken && one.via === 'private') keeper = one.endpoint\n    else if",
    'if',
    [e2e],
  ],
  [
    'private: a leak is not told',
    'src/domain/journal/evidence-text.ts',
    "const seen = looks.find((look) => look.seen === 'waiting' || look.seen === 'behind')",
    "const seen = looks.find((look) => look.seen === 'behind')",
    [e2e],
  ],
]
