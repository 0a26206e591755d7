import { sanitize } from '#cli/out/safe-text'
import type { ListedAccount } from '#domain/trade/accounts'
import { checksum } from '#text/checksum'

/** An account as JSON and screens show it. File names are foreign text. */
export const accountView = ({ name, address, kind, path, flaw }: ListedAccount) => ({
  name: sanitize(name),
  address: address === undefined ? null : checksum(address),
  kind,
  path: sanitize(path, 200),
  ...(flaw === undefined ? {} : { flaw: sanitize(flaw, 200) }),
})
