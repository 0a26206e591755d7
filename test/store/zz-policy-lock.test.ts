/**
 * WRONG: the lock under which the policy is changed is in the state directory, the policy beside the keys: commands with
 * different --state-dir change one file at once. LOST: a rule that was said to bind every signature is written over.
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { composePolicy } from '#compose-policy'
import { getNetworkEntry } from '#networks/find'
import { createComposeInput } from '../trade/fixture.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test('one policy is changed by one command at a time, whatever their state directories', async () => {
  const keys = join(temporaryDirectory(), 'keys')
  const [one, other] = [temporaryDirectory(), temporaryDirectory()].map((state) =>
    composePolicy(createComposeInput(state, 'http://127.0.0.1:1', new Map([['keystoreDir', [keys]]])), {
      journal: () => Promise.reject(new Error('not asked')),
      entryOf: getNetworkEntry,
      uuid: () => crypto.randomUUID(),
    }),
  )
  const order: string[] = []
  let second: Promise<unknown> = Promise.resolve()
  await one?.lock(async () => {
    second = Promise.resolve(other?.lock(async () => void order.push('the other changes it')))
    await sleep(1_000)
    order.push('the one has changed it')
  })
  await second
  expect(order).toEqual(['the one has changed it', 'the other changes it'])
}, 60_000)
