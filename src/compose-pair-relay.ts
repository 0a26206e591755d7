/** The process of a pair's relay. The build makes it a separate file; `sandbox up --pair` starts it in the background. */
import type { Hex } from '#domain/units'
import { attesterKey } from '#sandbox/cctp/attest'
import { type RelayOptions, startPairRelay } from '#sandbox/cctp/relay'
import { systemClock } from '#system/clock'
import { signDigest } from '#wallet/sign-digest'

async function run([, , text = '']: readonly string[]): Promise<void> {
  const options: RelayOptions = JSON.parse(text)
  const context = { clock: systemClock, sign: (digest: Hex) => signDigest(attesterKey, digest) }
  const { port, ended } = await startPairRelay(context, options)
  process.stdout.write(`${port}\n`)
  await ended
}

void run(process.argv)
