import { describe, expect, test } from 'vitest'
import { streamOf } from '@rubrica/pdf/testing'
import { changesBy, object, parts } from '../../../testing/make-signed-form.ts'

const catalog = object(parts.catalog)
const entry = (text: string, more: Record<number, string> = {}): Record<number, string> => ({
  [parts.catalog]: catalog.replace('/Pages', `${text} /Pages`),
  ...more,
})

describe('what a catalogue says to programs', () => {
  test.each([
    ['/Extensions <<>>', '/Extensions 1'],
    ['/MarkInfo <<>>', '/MarkInfo true'],
    ['/PageMode /UseAttachments', '/PageMode /UseOutlines'],
    ['/PieceInfo <<>>', '/PieceInfo []'],
    ['/Version /1.7', '/Version /3.0'],
    ['/Version /2.0', '/Version /2.01'],
    ['/Version /1.6', '/Version (1.6)'],
  ])('%s may come, %s may not', (allowed, other) => {
    expect(changesBy(entry(allowed))).toEqual(['CATALOG by HARMLESS'])
    expect(changesBy(entry(other))).toEqual(['CATALOG'])
  })
})

describe('what a catalogue shows, or does', () => {
  test.each([
    ['/AF []', 'ATTACHMENT'],
    ['/Collection <<>>', 'ATTACHMENT'],
    ['/NeedsRendering true', 'FORM_SETTINGS'],
    ['/PageLabels <<>>', 'PAGE_SETTINGS'],
    ['/Perms <<>>', 'SIGNATURE'],
    [`/OpenAction [${parts.page1} 0 R /Fit]`, 'ACTION'],
    ['/AA <</WC <</S /JavaScript>>>>', 'JAVASCRIPT'],
    ['/Names <</Dests <<>>>>', 'CATALOG'],
    ['/Names <</JavaScript <<>> /EmbeddedFiles <<>>>>', 'JAVASCRIPT'],
    ['/PageMode /FullScreen', 'CATALOG'],
    ['/Lang (de)', 'CATALOG'],
  ])('%s may not come', (text, what) => {
    expect(changesBy(entry(text))).toEqual([what])
  })

  test('on opening may not be taken away', () => {
    expect(changesBy({ [parts.catalog]: catalog }, { base: entry('/OpenAction <</S /JavaScript /JS (x)>>') })).toEqual([
      'ACTION',
    ])
  })

  test('may move to an object of its own', () => {
    const base = entry('/Names <</Dests <<>>>>')
    expect(changesBy(entry('/Names 30 0 R', { 30: '<</Dests <<>>>>' }), { base })).toEqual([])
  })
})

describe('metadata', () => {
  const packet = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'
  const withPacket = (text: string) => changesBy(entry('/Metadata 30 0 R', { 30: streamOf(text) }))
  const little = [...'<x:xmpmeta >'].map((letter) => `${letter}\0`).join('')
  const wide = [...`<x:xmpmeta >`].map((letter) => `\0${letter}`).join('')

  test.each([
    packet,
    `  ${packet}`,
    '<rdf:RDF></rdf:RDF>',
    '<RDF />',
    '<x:xapmeta\n/>',
    `\xef\xbb\xbf${packet}`,
    `\xfe\xff${wide}`,
    wide,
    little,
    `\xff\xfe${little}`,
  ])('%j may come', (text) => {
    expect(withPacket(text)).toEqual(['METADATA by METADATA'])
  })

  test.each([
    'text',
    '<x:xmp\0meta>',
    `text ${packet}`,
    '<html></html>',
    '<x:xmpmetadata>',
    `<!DOCTYPE x>${packet}`,
    `<!entity x "y">${packet}`,
  ])('%j may not', (text) => {
    expect(withPacket(text)).toEqual(['METADATA'])
  })

  test('take the place of metadata, and of nothing else', () => {
    const base = entry('/Metadata 30 0 R', { 30: streamOf(packet) })
    const bogus = entry('/Metadata 30 0 R', { 30: streamOf('text') })
    expect(changesBy({ 30: streamOf(`${packet} `) }, { base })).toEqual(['METADATA by METADATA'])
    expect(changesBy({ 30: streamOf(packet) }, { base: bogus })).toEqual(['METADATA'])
    expect(changesBy({ [parts.catalog]: catalog }, { base })).toEqual(['METADATA'])
  })
})

describe('the information dictionary', () => {
  const trailer = (info: string) => `/Root ${parts.catalog} 0 R ${info}`

  test('may be another one, or none', () => {
    expect(changesBy({ 30: '<</Title (x)>>' }, { trailer: trailer('/Info 30 0 R') })).toEqual(['INFO by METADATA'])
    expect(changesBy({}, { trailer: trailer('') })).toEqual([])
  })

  test('is a dictionary', () => {
    expect(changesBy({ 30: '[1]' }, { trailer: trailer('/Info 30 0 R') })).toEqual(['INFO'])
  })
})
