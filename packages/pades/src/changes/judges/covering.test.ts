import { describe, expect, test } from 'vitest'
import { type PdfDict, PdfRef, withPdf } from '@rubrica/pdf'
import { streamOf } from '@rubrica/pdf/testing'
import { APPEARANCE, updatedForm } from '../../../testing/make-signed-form.ts'
import { coversContent } from './annotation.ts'

/** Whether an annotation with these entries covers content; its appearance is object 31, its states are 32 to 35. */
const covers = (entries: string, content = '') => {
  const resources =
    '/Resources <</ExtGState <</M 32 0 R /D 33 0 R /N 34 0 R /X 35 0 R>> /ColorSpace <</Ink 36 0 R /Icc 37 0 R>>>>'
  const objects = {
    30: `<</Rect [0 0 9 9] ${entries}>>`,
    31: streamOf(content, `${APPEARANCE} ${resources}`),
    32: '<</BM /Multiply>>',
    33: '<</BM /Darken>>',
    34: '<</BM /Normal /LW 300>>',
    35: '(none)',
    36: '[/Separation /Black /DeviceGray 37 0 R]',
    37: '[/ICCBased 38 0 R]',
  }
  return withPdf(updatedForm([], objects), (document) =>
    coversContent(document, document.resolve(new PdfRef(30)) as PdfDict),
  )
}
const MARK = '/Subtype /Highlight'
const drawn = (content: string) => covers(`${MARK} /AP <</N 31 0 R>>`, content)

describe('by its kind', () => {
  test.each(['FreeText', 'Redact', 'Stamp', 'Watermark'])('%s covers what is below', (kind) => {
    expect(covers(`/Subtype /${kind}`)).toBe(true)
  })

  test.each(['Highlight', 'Text', 'Square', 'Popup'])('%s does not', (kind) => {
    expect(covers(`/Subtype /${kind}`)).toBe(false)
  })

  test('an unknown one does', () => {
    expect(covers('')).toBe(true)
    expect(covers('/Subtype (Highlight)')).toBe(true)
  })

  test('none does that is not drawn', () => {
    expect(covers('/Subtype /Stamp /F 2')).toBe(false)
    expect(covers('/Subtype /Stamp /Rect [5 5 5 5]')).toBe(false)
    expect(covers('/Subtype /Stamp /F 32')).toBe(false)
  })

  test('one does that is printed, or that readers draw though it asks not to be', () => {
    expect(covers('/Subtype /Stamp /F 36')).toBe(true)
    expect(covers('/Subtype /Stamp /F 288')).toBe(true)
    expect(covers('/Subtype /Stamp /F 1')).toBe(true)
    expect(covers('/Subtype /Popup /AP <</N 31 0 R>>', '0 0 9 9 re f')).toBe(true)
  })
})

test('a colour inside covers, and no colour does not', () => {
  expect(covers('/Subtype /Square /IC [1 1 1]')).toBe(true)
  expect(covers('/Subtype /Square /IC []')).toBe(false)
  expect(covers('/Subtype /Square /IC 1')).toBe(false)
})

test('a wide border covers, though there is no appearance', () => {
  expect(covers('/Subtype /Line /BS <</W 300>>')).toBe(true)
  expect(covers('/Subtype /Square /Border [0 0 300]')).toBe(true)
  expect(covers('/Subtype /Square /Border [0 0 2] /BS <</W 2>>')).toBe(false)
})

test('a mark covers whose colour leaves nothing of what is below', () => {
  expect(covers(`${MARK} /C [0 0 0]`)).toBe(true)
  expect(covers(`${MARK} /C [1 1 1 0]`)).toBe(true)
  expect(covers(`${MARK} /C [1 1 0]`)).toBe(false)
  expect(covers(`${MARK} /C [1 1 1]`)).toBe(false)
  expect(covers(`${MARK} /C []`)).toBe(false)
  for (const kind of ['Ink', 'Line', 'StrikeOut', 'Square']) {
    expect(covers(`/Subtype /${kind} /C [1 1 1]`)).toBe(true)
    expect(covers(`/Subtype /${kind} /C [1 0 0]`)).toBe(false)
    expect(covers(`/Subtype /${kind} /C [0]`)).toBe(false)
  }
  expect(covers('/Subtype /Text /C [1 1 1]')).toBe(false)
})

test('words that readers write along a line cover', () => {
  expect(covers('/Subtype /Line /Cap true /Contents (Pay 900)')).toBe(true)
  expect(covers('/Subtype /Line /Cap false /Contents (x)')).toBe(false)
})

test('a line is as wide as its appearance is enlarged', () => {
  const enlarged = (box: string, matrix = '') => {
    const objects = {
      30: `<</Rect [0 0 300 144] ${MARK} /AP <</N 31 0 R>>>>`,
      31: streamOf('0 0 m 9 9 l S', `/Subtype /Form /BBox ${box} ${matrix}`),
    }
    return withPdf(updatedForm([], objects), (document) =>
      coversContent(document, document.resolve(new PdfRef(30)) as PdfDict),
    )
  }
  expect(enlarged('[0 0 300 144]')).toBe(false)
  expect(enlarged('[0 0 1 1]')).toBe(true)
  expect(enlarged('[0 0 300 10]')).toBe(true)
  expect(enlarged('[0 0 300 144]', '/Matrix [50 0 0 50 0 0]')).toBe(false)
  expect(enlarged('(none)')).toBe(false)
})

describe('by its look', () => {
  test.each([
    ['text', 'BT (Pay 900) Tj ET'],
    ['a picture', '/Im Do'],
    ['a filling', '1 g 0 0 9 9 re f'],
    ['a filling in an ordinary state', '/N gs 1 g 0 0 9 9 re f'],
    ['a filling in a state that is none', '/X gs 1 g 0 0 9 9 re f'],
    ['a filling in a state that is not there', '/Y gs 1 g 0 0 9 9 re f'],
    ['a filling after the state was changed again', '/M gs /N gs 1 g 0 0 9 9 re f'],
    ['a second filling', '/M gs 1 g 0 0 9 9 re f /N gs 0 0 9 9 re f'],
    ['black that multiplies', '/M gs 0 0 9 9 re f'],
    ['dark grey that multiplies', '0.3 g /M gs 0 0 9 9 re f'],
    ['dark blue that multiplies', '0 0 0.3 rg /M gs 0 0 9 9 re f'],
    ['black ink that multiplies', '0 0 0 0.7 k /M gs 0 0 9 9 re f'],
    ['a wide line', '12.5 w 0 0 m 9 9 l S'],
    ['a line that is scaled', '100 0 0 100 0 0 cm 1 w 0 0 m 9 9 l S'],
    ['a line that is turned', '0 -100 1 0 0 0 cm 0 0 m 9 9 l S'],
    ['a line that is scaled twice', '5 0 0 5 0 0 cm 5 0 0 5 0 0 cm 0 0 m 9 9 l S'],
    ['a line that is scaled after a stray operand', '1 100 0 0 100 0 0 cm 0 0 m 9 9 l S'],
    ['a wide line after a stray operand', '1 13 w 0 0 m 9 9 l S'],
    ['a wide line that Q brings back', '13 w q 1 w Q 0 0 m 9 9 l S'],
    ['a wide line that Q cannot take away', '13 w Q 0 0 m 9 9 l S'],
    ['a wide line that operators without operands leave', '13 w w cm 0 0 m 9 9 l S'],
    ['black after stray operands', '1 1 1 0 0 0 rg /M gs 0 0 9 9 re f'],
    ['black that an operator without operands leaves', '0 g g /M gs 0 0 9 9 re f'],
    ['black that Q brings back', '0 g q 1 g Q /M gs 0 0 9 9 re f'],
    ['a pattern that multiplies', '/Pattern cs /P scn /M gs 0 0 9 9 re f'],
    ['the first colour of a space that multiplies', '1 g /CS cs /M gs 0 0 9 9 re f'],
    ['black in a space of four inks', '/CS cs 0 0 0 1 sc /M gs 0 0 9 9 re f'],
    ['a filling in a state without a name', '/M pop gs 1 g 0 0 9 9 re f'],
    ['an image in the content', 'BI /W 1 ID x EI'],
    ['a shading', '/S sh'],
    ['a line whose width a state sets', '/N gs 0 0 m 9 9 l S'],
    ['a line in a pattern', '/Pattern CS /P SCN 0 0 m 9 9 l S'],
    ['a white line', '1 G 2 w 0 0 m 9 9 l S'],
    ['a white line of no ink', '0 0 0 0 K 2 w 0 0 m 9 9 l S'],
    ['a white line in a space', '/Icc CS 1 1 1 SC 2 w 0 0 m 9 9 l S'],
    ['coloured inks that make black and multiply', '1 1 1 0 k /M gs 0 0 9 9 re f'],
    ['as much of an ink as there is that multiplies', '/Ink cs 1 scn /M gs 0 0 9 9 re f'],
    ['what is too long to look into', ' '.repeat(1024 * 1024 + 1)],
  ])('%s covers', (_, content) => {
    expect(drawn(content)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['a line', '0 0 9 9 re S'],
    ['a line as wide as a thumb', '12 w 0 0 9 9 re S'],
    ['a filling that multiplies', '/M gs 1 1 0 rg 0 0 9 9 re f'],
    ['a filling that darkens', '/D gs 0 1 0 rg 0 0 9 9 re f'],
    ['a filling after the state was changed to that', '/N gs /M gs 0.5 g 0 0 9 9 re f'],
    ['two that multiply', '0 0 1 0 k /M gs 0 0 9 9 re f /D gs 1 g 0 0 9 9 re f'],
    ['grey that multiplies', '0.4 g /M gs 0 0 9 9 re f'],
    ['red that multiplies', '0.4 0 0 rg /M gs 0 0 9 9 re f'],
    ['grey ink that multiplies', '0 0 0 0.6 k /M gs 0 0 9 9 re f'],
    ['a colour of a space that multiplies', '/CS cs 1 1 0 sc /M gs 0 0 9 9 re f'],
    ['a colour of a space of many kinds that multiplies', '/CS cs 1 1 0 scn /M gs 0 0 9 9 re f'],
    ['a line after Q took the wide one away', 'q 13 w Q 0 0 m 9 9 l S'],
    ['a line after Q took the scale away', 'q 100 0 0 100 0 0 cm Q 0 0 m 9 9 l S'],
    ['a light colour of a profile that multiplies', '/Icc cs 1 1 0 scn /M gs 0 0 9 9 re f'],
    ['a white line that multiplies', '/M gs 1 G 2 w 0 0 m 9 9 l S'],
    ['a thin white line', '1 G 1 w 0 0 m 9 9 l S'],
    ['a black line after a white one was chosen', '1 G 0 G 2 w 0 0 m 9 9 l S'],
    ['a line in the first colour of a space', '1 G /Icc CS 2 w 0 0 m 9 9 l S'],
    ['a line elsewhere', '1 0 0 1 500 500 cm 0 0 m 9 9 l S'],
    ['a line that is made narrow', '0.1 0 0 0.1 0 0 cm 100 w 0 0 m 9 9 l S'],
    ['marked content', '/Span <</ActualText (900)>> BDC EMC /Span [(900)] DP'],
    ['as much as is looked into', ' '.repeat(1024 * 1024)],
  ])('%s lets it shine through', (_, content) => {
    expect(drawn(content)).toBe(false)
  })

  test.each(['B', 'B*', 'F', 'b', 'b*', 'f', 'f*'])('%s fills', (operator) => {
    expect(drawn(`1 g 0 0 9 9 re ${operator}`)).toBe(true)
    expect(drawn(`1 g /M gs 0 0 9 9 re ${operator}`)).toBe(false)
  })

  test.each(['B', 'B*', 'S', 'b', 'b*', 's'])('%s draws lines', (operator) => {
    expect(drawn(`1 g /M gs 13 w 0 0 9 9 re ${operator}`)).toBe(true)
    expect(drawn(`1 g /M gs 12 w 0 0 9 9 re ${operator}`)).toBe(false)
  })

  test.each(['(x) Tj', '[( ) -9 (x) ( )] TJ', "(x) '", '1 2 (x) "'])('%s shows text', (content) => {
    expect(drawn(`/M gs 1 g BT ${content} ET`)).toBe(true)
    expect(drawn(`/M gs 1 g BT (x) pop ${content.replace('x', ' \\t')} ET`)).toBe(false)
  })

  describe('in forms within it', () => {
    const HIGHLIGHT = '1 1 0 rg 0 0 9 9 re f'
    const GROUP = '/Group <</S /Transparency>>'
    const ISOLATED = '/Group <</S /Transparency /I true>>'
    /** The appearance paints form F, which paints G when it is asked to. */
    const painted = (outer: string, inner: string, { groups = ['', ''], innermost = HIGHLIGHT } = {}) => {
      const form = (more: string) => `${APPEARANCE} ${more} /Resources <</ExtGState <</M 32 0 R /N 33 0 R /E 34 0 R>>`
      const objects = {
        30: '<</Rect [0 0 9 9] /Subtype /Highlight /AP <</N 31 0 R>>>>',
        31: streamOf(outer, `${form(groups[0] ?? '')} /XObject <</F 35 0 R /I 37 0 R>>>>`),
        32: '<</BM /Multiply>>',
        33: '<</BM /Normal>>',
        34: '<</CA 1>>',
        35: streamOf(inner, `${form(groups[1] ?? '')} /XObject <</F 35 0 R /G 36 0 R>>>>`),
        36: streamOf(innermost, APPEARANCE),
        37: streamOf('x', '/Type /XObject /Subtype /Image'),
      }
      return withPdf(updatedForm([], objects), (document) =>
        coversContent(document, document.resolve(new PdfRef(30)) as PdfDict),
      )
    }

    test('a filling covers unless it multiplies, wherever that is said', () => {
      expect(painted('/F Do', HIGHLIGHT)).toBe(true)
      expect(painted('/M gs /F Do', HIGHLIGHT)).toBe(false)
      expect(painted('/M gs /E gs /F Do', '/G Do')).toBe(false)
      expect(painted('/F Do', '/M gs /G Do')).toBe(false)
      expect(painted('/M gs /F Do', '/N gs /G Do')).toBe(true)
      expect(painted('q /M gs Q /F Do', HIGHLIGHT)).toBe(true)
      expect(painted('/M gs q /N gs Q /F Do', HIGHLIGHT)).toBe(false)
      expect(painted('/F Do 0 0 9 9 re f', '/M gs')).toBe(true)
    })

    test('a group multiplies as a whole, and an isolated one with nothing inside', () => {
      expect(painted('/M gs /F Do', '/N gs /G Do', { groups: ['', GROUP] })).toBe(false)
      expect(painted('/F Do', '/M gs /G Do', { groups: ['', GROUP] })).toBe(false)
      expect(painted('/F Do', '/M gs /G Do', { groups: ['', ISOLATED] })).toBe(true)
      expect(painted('/M gs /F Do', HIGHLIGHT, { groups: [ISOLATED, ''] })).toBe(true)
      expect(painted('/M gs /F Do', HIGHLIGHT, { groups: ['', ISOLATED] })).toBe(false)
    })

    test('text and pictures cover all the same', () => {
      expect(painted('/M gs /F Do', '/G Do', { innermost: 'BT (Pay 900) Tj ET' })).toBe(true)
      expect(painted('/M gs /F Do', '/G Do', { innermost: 'BT ( ) Tj ET' })).toBe(false)
      expect(painted('/M gs /I Do', '')).toBe(true)
      expect(painted('/M gs /X Do', '')).toBe(true)
      expect(painted('/M gs /F Do', 'BI')).toBe(true)
    })

    test('the state and the pen go on into a form, and those of the form end with it', () => {
      const marked = '1 1 0 rg /M gs'
      expect(painted(`${marked} /F Do`, '0 0 9 9 re f')).toBe(false)
      expect(painted('13 w /F Do', '0 0 m 9 9 l S')).toBe(true)
      expect(painted('/F Do 0 0 m 9 9 l S', '13 w')).toBe(false)
      expect(painted(`${marked} /F Do 0 0 9 9 re f`, '0 g /N gs')).toBe(false)
      expect(painted(`${marked} /F Do`, 'Q 0 0 9 9 re f')).toBe(false)
      expect(painted(`q ${marked} /F Do`, 'Q 0 0 9 9 re f')).toBe(false)
    })

    test('a form without resources has those of the form around it', () => {
      expect(painted('/F Do', '/G Do', { innermost: `/M gs ${HIGHLIGHT}` })).toBe(false)
      expect(painted('/M gs /F Do', '/G Do', { innermost: `/N gs ${HIGHLIGHT}` })).toBe(true)
    })

    test('a form within is enlarged by its matrix', () => {
      const line = '0 0 m 9 9 l S'
      expect(painted('/F Do', line, { groups: ['', '/Matrix [50 0 0 50 0 0]'] })).toBe(true)
      expect(painted('/F Do', line, { groups: ['', '/Matrix [1 0 0 1 90 90]'] })).toBe(false)
    })

    test('resources may not give colours another meaning', () => {
      const swapped = '/Resources <</ColorSpace <</DefaultRGB [/Indexed /DeviceRGB 1 <000000000000>]>>>>'
      expect(covers(`${MARK} /AP <</N 31 0 R>>`, HIGHLIGHT.replace('rg', `rg /M gs`))).toBe(false)
      const objects = {
        30: `<</Rect [0 0 9 9] ${MARK} /AP <</N 31 0 R>>>>`,
        31: streamOf('0 0 m 9 9 l S', `/Subtype /Form /BBox [0 0 9 9] ${swapped}`),
      }
      const isCovering = withPdf(updatedForm([], objects), (document) =>
        coversContent(document, document.resolve(new PdfRef(30)) as PdfDict),
      )
      expect(isCovering).toBe(true)
    })

    test('a group is isolated only when it says so', () => {
      expect(painted('/F Do', '/M gs /G Do', { groups: ['', '/Group <</S /Transparency /I false>>'] })).toBe(false)
      expect(painted('/F Do', '/M gs /G Do', { groups: ['', '/Group (x)'] })).toBe(false)
    })

    test('those that have no end cover', () => {
      expect(painted('/M gs /F Do', '/F Do')).toBe(true)
      expect(painted(`/M gs ${'/F Do '.repeat(31)}`, HIGHLIGHT)).toBe(false)
      expect(painted(`/M gs ${'/F Do '.repeat(32)}`, HIGHLIGHT)).toBe(true)
    })
  })

  test('in any of its states, one within the other', () => {
    const filling = '0 0 9 9 re f'
    for (const appearance of ['<</D 31 0 R>>', '<</N <</On 31 0 R>>>>', '<</N <<>> /R <</Off 31 0 R>>>>']) {
      expect(covers(`${MARK} /AP ${appearance}`, filling)).toBe(true)
      expect(covers(`${MARK} /AP ${appearance}`)).toBe(false)
    }
    expect(covers(`${MARK} /AP <</N <</On <</Off 31 0 R>>>>>>`)).toBe(true)
    for (const appearance of ['<<>>', '(x)', '<</N (x)>>', '<</N <</On (x)>>>>'])
      expect(covers(`${MARK} /AP ${appearance}`)).toBe(false)
  })
})
