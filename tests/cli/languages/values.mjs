// Values of columns in the form of the published vectors: numbers in decimal, bytes in hex.

const BIG = ['Int64', 'Uint64', 'Timestamp', 'Interval', 'Datetime64', 'Timestamp64', 'Interval64']

export function value(type, text) {
  if (type === 'Bool') return text === 'true'
  if (type === 'String') return new Uint8Array(Buffer.from(text, 'hex'))
  if (type === 'Utf8' || type === 'Uuid') return text
  return BIG.includes(type) ? BigInt(text) : Number(text)
}
