import { z } from 'zod'
import { EvmAddress, Time } from '#cli/schemas/plain'

export const ContactDetails = z.object({ name: z.string(), address: EvmAddress, addedAt: Time })
export const ContactList = z.object({ contacts: z.array(ContactDetails) })
