import { formatTime } from '#domain/api/plain'
import type { Contact } from '#domain/trade/address-book'
import { checksum } from '#text/checksum'

export const contactView = ({ name, address, addedAt }: Contact) => ({
  name,
  address: checksum(address),
  addedAt: formatTime(addedAt),
})
