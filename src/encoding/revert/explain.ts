import type { Hex } from '#domain/units'
import { decodeRevert } from './classify.ts'

/**
 * Why a call reverted, in words without a full stop. A contract's own text is quoted unchanged: foreign text, to be
 * sanitized before a screen shows it.
 * @returns `undefined` for no data and for unknown errors
 */
export const explainRevert = (data: Hex): string | undefined => decodeRevert(data)?.words
