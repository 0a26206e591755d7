/** A process that indexes the sandbox and reports when it is done; a test may kill it. argv: state folder, RPC url. */
import { networkName } from '#domain/units'
import { createComponents } from '../trade/fixture.ts'

const [state = '', url = ''] = process.argv.slice(2)

const parts = createComponents(state, url, 'cancun')
const indexing = await parts.indexing(undefined)
const sources = await indexing.index(networkName('sandbox'))
console.log(
  JSON.stringify(sources.map(({ source, through, head, counts }) => ({ source, left: head - through, counts }))),
)
await parts.close()
process.exit(0)
