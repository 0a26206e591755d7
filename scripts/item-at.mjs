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
 * The member of a record that has it by construction. @throws RangeError if it has not
 * @template T
 * @param {Readonly<Record<string, T>>} record
 * @param {string} name
 */
export function memberOf(record, name) {
  const member = record[name]
  if (member === undefined) throw new RangeError(`no ${name} among ${Object.keys(record).join(', ')}`)
  return member
}
