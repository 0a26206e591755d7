/** A process that indexes the sandbox and says when it is done; whoever started it may kill it. argv: state folder, RPC url. */
import { networkName } from '#domain/units'
import { partsOn } from '../trade/house.ts'

const [state = '', url = ''] = process.argv.slice(2)

const parts = partsOn(state, url, 'cancun')
const indexing = await parts.indexing(undefined)
const sources = await indexing.index(networkName('sandbox'))
console.log(
  JSON.stringify(sources.map(({ source, through, head, counts }) => ({ source, left: head - through, counts }))),
)
await parts.close()
process.exit(0)
