import type { Contact } from '#domain/address-book'
import { formatTime } from '#domain/api/plain'
import { checksum } from '#text/checksum'

export const contactView = ({ name, address, addedAt }: Contact) => ({
  name,
  address: checksum(address),
  addedAt: formatTime(addedAt),
})
