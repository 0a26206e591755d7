/**
 * The item at `index` of a list that has one there by construction. @throws RangeError if there is none
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 */
export function itemAt(list, index) {
  const item = list[index]
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return item
}
