import { sanitize } from '#cli/safe-text'
import type { ListedAccount } from '#domain/accounts'
import { checksum } from '#text/checksum'

/** An account as JSON and screens show it. File names are foreign text. */
export const accountView = ({ name, address, kind, path }: ListedAccount) => ({
  name: sanitize(name),
  address: address === undefined ? null : checksum(address),
  kind,
  path: sanitize(path, 200),
})
