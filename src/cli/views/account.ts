import { checksum } from '#cli/checksum'
import { safe } from '#cli/safe-text'
import type { ListedAccount } from '#domain/accounts'

/** An account as JSON and screens show it. File names are foreign text. */
export const accountView = ({ name, address, kind, path }: ListedAccount) => ({
  name: safe(name),
  address: address === undefined ? null : checksum(address),
  kind,
  path: safe(path, 200),
})
