import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { classicPdf, packedPdf } from '@rubrica/pdf/testing'
import { inspectPdf } from '../inspect-pdf.ts'
import { decryptPdf } from './decrypt-pdf.ts'

type Protection = Parameters<PDF['setProtection']>[0]

async function encrypt(bytes: Uint8Array, protection: Protection): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  pdf.setProtection(protection)
  return await pdf.save()
}

const OWNER = { ownerPassword: 'owner' }
const failure = (code: string, facts: object): unknown =>
  expect.objectContaining({ code, facts: expect.objectContaining(facts) as unknown })

describe('an encrypted file', () => {
  test('that opens without a password is decrypted with all its pages', async () => {
    const encrypted = await encrypt(packedPdf({ pages: 3 }), OWNER)
    expect(inspectPdf(encrypted).encrypted).toBe(true)
    expect(inspectPdf(await decryptPdf(encrypted))).toMatchObject({ encrypted: false, pageCount: 3 })
  })

  test('needs its password', async () => {
    const encrypted = await encrypt(classicPdf(), { ...OWNER, userPassword: 'uuu' })
    await expect(decryptPdf(encrypted)).rejects.toEqual(failure('PDF_PASSWORD_NEEDED', { wrong: false }))
    await expect(decryptPdf(encrypted, 'no')).rejects.toEqual(failure('PDF_PASSWORD_NEEDED', { wrong: true }))
    expect(inspectPdf(await decryptPdf(encrypted, 'uuu')).encrypted).toBe(false)
  })
})

test('an encrypted file whose owner forbids changes is left alone, unless the owner’s password is given', async () => {
  const encrypted = await encrypt(classicPdf(), { ...OWNER, permissions: { modify: false } })
  await expect(decryptPdf(encrypted)).rejects.toEqual(failure('PDF_ENCRYPTED', { reason: 'PERMISSIONS' }))
  expect(inspectPdf(await decryptPdf(encrypted, 'owner')).encrypted).toBe(false)
})

test('an encrypted file that is signed is left alone, since decryption rewrites the file', async () => {
  const signed = classicPdf({
    catalogEntries: '/AcroForm << /Fields [90 0 R] >>',
    extra: [
      { num: 90, body: '<< /FT /Sig /T (S) /V 91 0 R /Subtype /Widget /Rect [0 0 0 0] >>' },
      { num: 91, body: '<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> >>' },
    ],
  })
  const encrypted = await encrypt(signed, OWNER)
  await expect(decryptPdf(encrypted)).rejects.toEqual(failure('PDF_ENCRYPTED', { reason: 'SIGNED' }))
})

test('a file without encryption comes back as it is', async () => {
  const bytes = classicPdf()
  expect(await decryptPdf(bytes)).toBe(bytes)
})
