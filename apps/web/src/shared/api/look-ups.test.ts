import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookUpWhereFrom, readAddress, readPlace } from './look-ups.ts'

const { settings } = vi.hoisted(() => ({ settings: { ipLookupUrl: '', geoLookupUrl: '' } }))
vi.mock('./portal-config.ts', () => ({ portalConfig: () => settings }))

const asked: string[] = []
let answers: Record<string, (signal: AbortSignal) => Response | Promise<Response>>
beforeEach(() => {
  asked.length = 0
  answers = {}
  Object.assign(settings, { ipLookupUrl: 'https://ip.example/', geoLookupUrl: 'https://geo.example/' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(url)
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
    return answers[url]!(init.signal!)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('nobody is asked when no address is configured', async () => {
  Object.assign(settings, { ipLookupUrl: '', geoLookupUrl: '' })
  expect(await lookUpWhereFrom(true)()).toEqual({ address: '', place: '' })
  expect(asked).toEqual([])
})

test('the place is asked for only with the consent of the person', async () => {
  answers = {
    'https://ip.example/': () => new Response('203.0.113.7\n'),
    'https://geo.example/': () => Response.json({ lat: 40.4, lon: -3.7 }),
  }
  expect(await lookUpWhereFrom(false)()).toEqual({ address: '203.0.113.7', place: '' })
  expect(asked).toEqual(['https://ip.example/'])
  expect(await lookUpWhereFrom(true)()).toEqual({ address: '203.0.113.7', place: '40.4,-3.7' })
})

test.each([
  ['an error', () => new Response('203.0.113.7', { status: 500 })],
  ['too much', () => new Response(`203.0.113.7${' '.repeat(5000)}`)],
  ['nothing at all', () => Promise.reject(new TypeError('offline'))],
  ['something else', () => new Response('<html>')],
])('a look-up that answers %s is ignored', async (_what, answer) => {
  answers = { 'https://ip.example/': answer }
  expect(await lookUpWhereFrom(false)()).toEqual({ address: '', place: '' })
})

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('patience begins when the answer is needed, and ends three seconds after', async () => {
  vi.useFakeTimers()
  try {
    let answer: (response: Response) => void = () => undefined
    answers = {
      'https://ip.example/': () => new Promise((resolve) => (answer = resolve)),
      'https://geo.example/': (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    }
    const whereFrom = lookUpWhereFrom(true)
    await later(60_000)
    const told = vi.fn()
    void whereFrom().then(told)
    answer(new Response('203.0.113.7'))
    await later(2999)
    expect(told).not.toHaveBeenCalled()
    await later(1)
    expect(told).toHaveBeenCalledWith({ address: '203.0.113.7', place: '' })
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 2001:db8::1\n', '2001:db8::1'],
  ['{"ip":"198.51.100.2"}', '198.51.100.2'],
  ['{"IPAddress":"::ffff:198.51.100.2"}', '::ffff:198.51.100.2'],
  ['203.0.113.256', ''],
  ['203.0.113.7.', ''],
  ['1:2', ''],
  ['{"ip":42}', ''],
  ['null', ''],
  ['<script>', ''],
])('of %s, the address is %s', (answer, address) => {
  expect(readAddress(answer)).toBe(address)
})

test.each([
  ['{"latitude":"41.38","longitude":"2.17"}', '41.38,2.17'],
  ['{"loc":"41.38,2.17"}', '41.38,2.17'],
  ['{"lat":91,"lon":2,"city":"Barcelona","country":"ES"}', 'Barcelona, ES'],
  ['{"city":"a\\u0000b"}', 'ab'],
  ['{"lat":"","lon":""}', ''],
  ['Barcelona', ''],
])('of %s, the place is %s', (answer, place) => {
  expect(readPlace(answer)).toBe(place)
})
