import type { Hex } from '#domain/units'
import { decodeRevert } from './classify-revert.ts'

/**
 * Why a call reverted, in words without a full stop. What a contract says for itself is quoted as it is: foreign
 * text, to be sanitised before a screen shows it.
 * @returns `undefined` for no data, and for errors nobody here knows
 */
export const explainRevert = (data: Hex): string | undefined => decodeRevert(data)?.words
