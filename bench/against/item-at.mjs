/**
 * The item at `index` of a list that has one there by construction. @throws RangeError if there is none
 * @template T
 * @param {ArrayLike<T>} list
 * @param {number} index
 */
export function itemAt(list, index) {
  const item = list[index]
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return item
}

/**
 * The entry of a key that has one by construction. @throws RangeError if there is none
 * @template Key, Value
 * @param {ReadonlyMap<Key, Value>} map
 * @param {Key} key
 */
export function entryOf(map, key) {
  const entry = map.get(key)
  if (entry === undefined) throw new RangeError(`no entry ${String(key)} in a map of ${map.size}`)
  return entry
}
