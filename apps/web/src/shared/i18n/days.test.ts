import { LANGUAGES } from '@rubrica/domain'
import { describe, expect, it } from 'vitest'
import { addDays, dateWindow, isDay, readDateRange, today } from './days.ts'
import { addMonths, readDay, weeksOfMonth, writeDay } from './calendar-days.ts'

const NOW = '2026-11-21'

describe('the days of filters', () => {
  it('reach from 65 days before today to today', () => {
    expect(dateWindow(NOW)).toEqual({ earliest: '2026-09-17', latest: NOW })
  })

  it('are taken when they lie in the window and From is not after To', () => {
    expect(readDateRange({ from: '2026-09-17', to: NOW }, NOW)).toEqual({ from: '2026-09-17', to: NOW })
    expect(readDateRange({ from: NOW, to: NOW }, NOW)).toEqual({ from: NOW, to: NOW })
    expect(readDateRange({}, NOW)).toEqual({})
  })

  it('leave out what lies outside the window, is no day or ends before it begins', () => {
    expect(readDateRange({ from: '2026-09-16', to: '2026-11-22' }, NOW)).toEqual({})
    expect(readDateRange({ from: '2026-11-31', to: 7 }, NOW)).toEqual({})
    expect(readDateRange({ from: '2026-11-20', to: '2026-11-19' }, NOW)).toEqual({ from: '2026-11-20' })
  })

  it('are those of the person’s own time zone', () => {
    const late = new Date(2026, 10, 21, 23, 59)
    const early = new Date(2026, 10, 21, 0, 1)
    expect([today(late), today(early)]).toEqual([NOW, NOW])
  })

  it('exist in the calendar', () => {
    expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '', null, '0000-00-00'].some(isDay)).toBe(false)
  })

  it('are counted over months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-01')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-01')
  })
})

describe('a day in figures', () => {
  it.each(LANGUAGES)('is read as it is written in %s', (language) => {
    expect(readDay(writeDay(NOW, language), language)).toBe(NOW)
  })

  it('has the order of the language', () => {
    expect(LANGUAGES.map((language) => writeDay(NOW, language))).toEqual(
      LANGUAGES.map((language) => ({ en: '11/21/2026', de: '21.11.2026' })[language as 'en'] ?? '21/11/2026'),
    )
  })

  it('may be typed short, with other signs, or be no day at all', () => {
    expect(readDay('1-2-26', 'es')).toBe('2026-02-01')
    expect(readDay('1 2 2026', 'en')).toBe('2026-01-02')
    expect(['', '21/11', '31/11/2026', 'x', '1/2/3/4'].map((text) => readDay(text, 'es'))).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })
})

it('the weeks of a month have seven places each and begin with Monday or Sunday', () => {
  const monday = weeksOfMonth(NOW, 1)
  expect(monday[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(monday.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksOfMonth(NOW, 0)[0]).toEqual(Array.from({ length: 7 }, (_, i) => `2026-11-0${i + 1}`))
})
