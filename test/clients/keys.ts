import { devAccounts } from '#sandbox/dev-accounts'

/** The key of a sandbox account; each test has its own, so that none finds the approvals of another. */
export const keyOf = (i: number): string => devAccounts[i]?.key ?? ''
