import { devAccounts } from '#sandbox/dev-accounts'

/** Of an account of the sandbox; each test has its own, so that none finds the approvals of another. */
export const keyOf = (i: number): string => devAccounts[i]?.key ?? ''
