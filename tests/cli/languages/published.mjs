// Computes the published vectors by generated keys. Argument: a JSON file with the cases.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import * as keys from './keys.js'
import { value } from './values.mjs'

const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const { key, columns, values, hash } of cases) {
  const made = new keys[key](...columns.map((type, i) => value(type, values[i])))
  assert.equal(BigInt(made.hash), BigInt(hash), `${key} ${values}`)
}
assert.ok(cases.length > 200)
