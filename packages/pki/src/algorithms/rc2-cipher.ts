/**
 * RC2 in CBC mode, decryption only: the cipher of the oldest PKCS#12 files still in use.
 *
 * Certificate authorities wrapped certificates with 40-bit RC2 for decades, and OpenSSL 3 keeps it in a provider that
 * Node does not load. It protects nothing any more; it is read and never written.
 *
 * RFC 2268.
 */

/** The permutation of RFC 2268 §2, which spreads the key. */
const PERMUTATION = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)

const ROTATIONS = [1, 2, 3, 5] as const
const BLOCK = 8

function expandKey(key: Uint8Array, effectiveBits: number): Uint16Array {
  const octets = new Uint8Array(128)
  octets.set(key.subarray(0, 128))
  const at = (index: number): number => octets[index] ?? 0
  const permute = (value: number): number => PERMUTATION[value & 0xff] ?? 0
  for (let i = key.length; i < 128; i++) octets[i] = permute(at(i - 1) + at(i - key.length))
  const effective = Math.ceil(effectiveBits / 8)
  octets[128 - effective] = permute(at(128 - effective) & (0xff >> (8 * effective - effectiveBits)))
  for (let i = 127 - effective; i >= 0; i--) octets[i] = permute(at(i + 1) ^ at(i + effective))
  return Uint16Array.from({ length: 64 }, (_, i) => at(2 * i) | (at(2 * i + 1) << 8))
}

function decryptBlock(words: Uint16Array, key: Uint16Array): void {
  const word = (index: number): number => words[index & 3] ?? 0
  const unmix = (round: number): void => {
    for (let i = 3; i >= 0; i--) {
      const rotation = ROTATIONS[i] ?? 0
      const rotated = (word(i) >>> rotation) | (word(i) << (16 - rotation))
      const mixed = (word(i - 1) & word(i - 2)) + (~word(i - 1) & word(i - 3))
      words[i] = rotated - (key[4 * round + i] ?? 0) - mixed
    }
  }
  const unmash = (): void => {
    for (let i = 3; i >= 0; i--) words[i] = word(i) - (key[word(i - 1) & 63] ?? 0)
  }
  for (let round = 15; round >= 0; round--) {
    unmix(round)
    if (round === 11 || round === 5) unmash()
  }
}

/**
 * Decrypts whole blocks and takes the PKCS#7 padding off; null when the padding is wrong, as after a wrong key.
 */
export function decryptRc2Cbc(
  data: Uint8Array,
  cipher: { readonly key: Uint8Array; readonly iv: Uint8Array; readonly effectiveBits: number },
): Uint8Array | null {
  if (data.length === 0 || data.length % BLOCK !== 0) return null
  const key = expandKey(cipher.key, cipher.effectiveBits)
  const plain = new Uint8Array(data.length)
  for (let offset = 0; offset < data.length; offset += BLOCK) {
    const previous = offset === 0 ? cipher.iv : data.subarray(offset - BLOCK, offset)
    const words = new Uint16Array(4)
    for (let i = 0; i < 4; i++) words[i] = (data[offset + 2 * i] ?? 0) | ((data[offset + 2 * i + 1] ?? 0) << 8)
    decryptBlock(words, key)
    for (let i = 0; i < BLOCK; i++) plain[offset + i] = ((words[i >> 1] ?? 0) >> (8 * (i & 1))) ^ (previous[i] ?? 0)
  }
  return withoutPadding(plain)
}

function withoutPadding(plain: Uint8Array): Uint8Array | null {
  const count = plain.at(-1) ?? 0
  if (count < 1 || count > BLOCK || plain.subarray(-count).some((octet) => octet !== count)) return null
  return plain.subarray(0, -count)
}
