import { expect, test } from 'vitest'
import { turnPlace } from './turn-place.ts'

const place = { Page: 2, Left: 0.125, Top: 0.75, Width: 0.5, Height: 0.125 }

test('a place turns with its page: what is at the lower left comes to the upper left, then to the upper right', () => {
  expect(turnPlace(place, 0)).toEqual(place)
  expect(turnPlace(place, 1)).toEqual({ Page: 2, Left: 0.125, Top: 0.125, Width: 0.125, Height: 0.5 })
  expect(turnPlace(place, 2)).toEqual({ Page: 2, Left: 0.375, Top: 0.125, Width: 0.5, Height: 0.125 })
  expect(turnPlace(place, 3)).toEqual({ Page: 2, Left: 0.75, Top: 0.375, Width: 0.125, Height: 0.5 })
})

test('four quarters bring a place back', () => {
  expect(turnPlace(turnPlace(turnPlace(place, 3), 1), 0)).toEqual(place)
})
