/** What tests import as `fast-check`: its properties draw from the run's seed, so that a failed run can be repeated. */
import fc from '../node_modules/fast-check/lib/fast-check.js'

export default fc

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SWAPLINE_SEED']) })
