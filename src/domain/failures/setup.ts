/**
 * Accounts, settings and the store of this machine. The store has the journal: where it cannot be used, nothing tells what
 * an earlier run of the same command sent.
 */
import { row } from '#domain/failures/row'

const anotherPlace = '--state-dir <dir> (serve: --db <file>)'

export const setupFailures = {
  /** `flag`: names an address instead, as nothing is signed. */
  NO_ACCOUNT: row<{ flag?: string }>(
    1000,
    400,
    3,
    (d) =>
      d.flag === undefined ? 'There is no account to sign with.' : 'There is no account, and no address is named.',
    {
      fix: (d) =>
        d.flag === undefined
          ? ['swapline wallet new', 'or name one: --account <name>']
          : [
              `name any address: ${d.flag} <address>`,
              'or keep it by a name: swapline wallet add-watch <name> <address>',
            ],
    },
  ),
  ACCOUNT_NOT_CHOSEN: row<{ names: readonly string[] }>(
    1000,
    400,
    3,
    (d) => `There are ${d.names.length} accounts and none is chosen: ${d.names.join(', ')}.`,
    { fix: () => ['--account <name>, or: swapline wallet use <name>'] },
  ),
  ACCOUNT_NOT_FOUND: row<{ name: string; places: readonly string[] }>(
    1000,
    400,
    3,
    (d) => `There is no account "${d.name}" in ${d.places.join(' or ')}.`,
    { fix: () => ['swapline wallet list'] },
  ),
  ACCOUNT_WATCH_ONLY: row<{ account: string }>(
    1000,
    400,
    3,
    (d) => `${d.account} is only watched: its key is not on this machine, so nothing can be signed with it.`,
    { fix: () => ['sign with another one: --account <name>', 'look without signing: --dry-run'] },
  ),
  ACCOUNT_EXISTS: row<{ name: string }>(1000, 400, 3, (d) => `There is already an account "${d.name}".`, {
    fix: () => ['choose another name'],
  }),
  ACCOUNT_DIFFERS: row<{ expected: string; actual: string }>(
    1000,
    400,
    3,
    (d) => `The quote was made for ${d.expected}, the account is ${d.actual}.`,
    { fix: () => ['choose the right --account, or make a new quote'] },
  ),
  /** A sandbox that plays a network has its chain id, so a signature for one is valid on the other. */
  ACCOUNT_NOT_FOR_SANDBOX: row<{ account: string; network: string; played: string }>(
    1000,
    400,
    3,
    (d) => `What the account ${d.account} signs on ${d.network} would be valid on the real ${d.played} too. Refused.`,
    { fix: () => ['use an account of the sandbox: --account dev0'] },
  ),
  ACCOUNT_ONLY_FOR_SANDBOX: row<{ account: string; network: string }>(
    1000,
    400,
    3,
    (d) => `The key of ${d.account} is public: it is for the sandbox and not for ${d.network}. Refused.`,
    { fix: () => ['use an account of your own: --account <name>'] },
  ),
  /** `source`: where the password came from, if it was not typed. */
  PASSWORD_WRONG: row<{ account: string; source?: string | undefined }>(
    1000,
    400,
    3,
    (d) => `Wrong password for ${d.account}${d.source === undefined ? '' : `, from ${d.source}`}.`,
    {
      fix: (d) =>
        d.source === undefined
          ? ['type it again; there is no way to recover a lost password']
          : [`correct the password in ${d.source}, or leave that out and type it`],
    },
  ),
  /** A file with a secret of the user's. `what` it holds: a password, a key. */
  SECRET_FILE_UNREADABLE: row<{ what: string; path: string; reason: string; flag: string }>(
    1000,
    400,
    3,
    (d) => `The file with the ${d.what}, ${d.path}, cannot be read: ${d.reason}.`,
    { fix: (d) => [`name a file that is there and that you can read: ${d.flag} <file>`] },
  ),
  PASSWORD_NEEDED: row<{ account: string }>(1000, 400, 3, (d) => `The password of ${d.account} is needed.`, {
    fix: () => ['--password-stdin, --password-file <f>, or SWAPLINE_PASSWORD in the environment'],
  }),
  PASSWORD_EMPTY: row<{ account: string }>(
    1000,
    400,
    3,
    (d) => `The new password of ${d.account} is empty: anyone who finds the key file could open it. No key was stored.`,
    { fix: () => ['give one by --password-stdin, --password-file <f> or SWAPLINE_PASSWORD, or type it'] },
  ),
  KEYSTORE_UNREADABLE: row<{ path: string; reason: string }>(
    1000,
    400,
    3,
    (d) => `The key file ${d.path} cannot be used: ${d.reason}.`,
    { fix: () => ['swapline wallet list shows the accounts that are there'] },
  ),
  /** `mode` in octal, or `link` for a symbolic link. */
  UNSAFE_MODE: row<{ path: string; mode: string; wanted: string }>(
    1000,
    400,
    3,
    (d) =>
      d.mode === 'link'
        ? `${d.path} is a symbolic link, which others may point elsewhere. Refused.`
        : `${d.path} can be read by others (mode ${d.mode}). Refused.`,
    {
      fix: (d) =>
        d.mode === 'link'
          ? [`put the file itself at ${d.path}, then: chmod ${d.wanted} ${d.path}`]
          : [`chmod ${d.wanted} ${d.path}`],
    },
  ),
  CONFIG_INVALID: row<{ path: string; reason: string; fix?: string }>(
    1000,
    400,
    3,
    (d) => `The config file ${d.path} is not valid: ${d.reason}.`,
    { fix: (d) => [d.fix ?? `fix or move ${d.path}; it was left as it is`] },
  ),
  CONFIG_KEY_UNKNOWN: row<{ key: string; nearest?: string | undefined }>(
    1000,
    400,
    3,
    (d) => `There is no setting "${d.key}".`,
    { fix: (d) => [d.nearest === undefined ? 'swapline config list' : `did you mean ${d.nearest}?`] },
  ),
  /** Without `name` it may be a password, and is not repeated. */
  PROFILE_NOT_FOUND: row<{ name?: string; nearest?: string | undefined }>(
    1000,
    400,
    3,
    (d) => (d.name === undefined ? 'There is no profile of the name behind -p.' : `There is no profile "${d.name}".`),
    {
      fix: (d) => [
        ...(d.nearest === undefined ? [] : [`did you mean ${d.nearest}?`]),
        `a first setting makes it: swapline config set network base -p ${d.name ?? '<name>'}`,
      ],
    },
  ),
  /** `ofDisk`: the file is intact; its disk or the access to it fails. */
  STORE_UNUSABLE: row<{ path: string; reason: string; ofDisk?: boolean }>(
    1500,
    500,
    3,
    (d) => `The store ${d.path} cannot be used: ${d.reason}.`,
    {
      sent: 'maybe',
      fix: (d) =>
        d.ofDisk
          ? ['free disk space and allow writing, then run the same command again']
          : [
              `keep ${d.path}: it says what was sent, so that nothing is sent twice`,
              'fix what is said above, then try again',
            ],
    },
  ),
  STATE_DIR_UNUSABLE: row<{ path: string; reason: string }>(
    1500,
    500,
    3,
    (d) => `Nothing can be stored in the directory ${d.path}: ${d.reason}.`,
    { sent: 'maybe', fix: () => [`fix it, or use another one: ${anotherPlace}`] },
  ),
  /** `place` without its password. */
  STORE_UNREACHABLE: row<{ place: string; reason: string }>(
    1503,
    503,
    5,
    (d) => `The store ${d.place} does not answer: ${d.reason}.`,
    { retryable: true, sent: 'maybe', fix: () => ['check that the database runs and the address in --db is right'] },
  ),
  /** `pending`: the intent whose transaction is waited for; otherwise another command holds the lock. `word` names the token. */
  ALLOWANCE_BUSY: row<{ token: string; word: string; network: string; seconds: number; pending?: string }>(
    1503,
    503,
    5,
    (d) =>
      d.pending === undefined
        ? `Another command of this account was still busy with its ${d.token} after ${d.seconds} s.`
        : `An earlier transaction of this account, which uses its allowance of ${d.token}, is still in no block.`,
    {
      retryable: true,
      fix: (d) =>
        d.pending === undefined
          ? [
              'run the same command again, or give it more time: --timeout 5m',
              `to swap without waiting, first allow the sum of your swaps: swapline approve ${d.word} <sum> -n ${d.network}`,
            ]
          : [`swapline status ${d.pending} --watch`, 'then run the same command again'],
    },
  ),
  STORE_BUSY: row<{ what: string }>(1503, 503, 5, (d) => `Another swapline is busy with ${d.what}.`, {
    retryable: true,
    sent: 'maybe',
    fix: () => ['wait for it, then try again'],
  }),
} as const
