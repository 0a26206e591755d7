import { z } from 'zod'

/** 20 bytes with EIP-55 letters. */
export const EvmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
/** A whole number of any size. */
export const Raw = z.string().regex(/^[0-9]+$/)
/** Plain digits, never an exponent. */
export const Decimal = z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/)
export const Hash = z.string().regex(/^0x[0-9a-f]{64}$/)
export const Bytes = z.string().regex(/^0x([0-9a-f]{2})*$/)
/** ISO-8601, UTC. */
export const Time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/)

/** As `Raw`, but may be below 0: a difference. */
export const SignedRaw = z.string().regex(/^-?[0-9]+$/)
