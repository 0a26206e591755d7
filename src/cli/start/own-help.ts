/** A failure of the words of a command names that command's own help. */
import { type AnyCommand, isGroup, wordsOf } from '#cli/define-command'
import { fail, isFailure, type SwapError } from '#domain/errors'

/** The failure with `swapline quote --help` as its remedy, if it is about the words and has no better one. */
export function withOwnHelp(failure: SwapError, command: string): SwapError {
  const fix = `swapline ${command} --help`
  if (isFailure(failure, 'USAGE') && failure.details.fix === undefined)
    return fail('USAGE', { ...failure.details, fix }, failure.context)
  if (isFailure(failure, 'VALIDATION_FAILED') && failure.details.fix === undefined)
    return fail('VALIDATION_FAILED', { ...failure.details, fix }, failure.context)
  return failure
}

/** The words of the command that `words` name: `wallet new` for `wallet new main`, `wallet` for `wallet nwe`. */
export function findCommandWords(first: AnyCommand, words: readonly string[]): string {
  let command = first
  for (const word of words.slice(1)) {
    if (!isGroup(command)) break
    const { name, commands: members } = command
    const member = members.find((one) => one.name === `${name}-${word}`)
    if (member === undefined) break
    command = member
  }
  return wordsOf(command)
}
