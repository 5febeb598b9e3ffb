import { expect, test } from 'vitest'
import { ACCESS_METHODS } from './access-methods.ts'
import { AUTHENTICATION_TYPES, CERTIFICATE_FLAGS, CERTIFICATE_TYPES } from './certificate-types.ts'
import {
  APPROVAL_PAGE_SIZES,
  DATE_WINDOW_DAYS,
  DEFAULT_PAGE_SIZE,
  FILTER_DELAY_MS,
  MAX_PASSWORD,
  MAX_REJECTION_REASON,
  MIN_PASSWORD,
  PAGE_LINKS,
  REDIRECT_DELAY_MS,
  SIGNING_PAGE_SIZES,
  TOAST_MS,
} from './limits.ts'

test('the business constants are those of the specification', () => {
  expect({
    DEFAULT_PAGE_SIZE,
    SIGNING_PAGE_SIZES,
    APPROVAL_PAGE_SIZES,
    PAGE_LINKS,
    FILTER_DELAY_MS,
    DATE_WINDOW_DAYS,
    MAX_REJECTION_REASON,
    MIN_PASSWORD,
    MAX_PASSWORD,
    TOAST_MS,
    REDIRECT_DELAY_MS,
  }).toEqual({
    DEFAULT_PAGE_SIZE: 10,
    SIGNING_PAGE_SIZES: [5, 10, 30, 50, 100],
    APPROVAL_PAGE_SIZES: [10, 30, 50, 'all'],
    PAGE_LINKS: 3,
    FILTER_DELAY_MS: 750,
    DATE_WINDOW_DAYS: 65,
    MAX_REJECTION_REASON: 450,
    MIN_PASSWORD: 8,
    MAX_PASSWORD: 255,
    TOAST_MS: 3000,
    REDIRECT_DELAY_MS: 3000,
  })
})

test('certificate types, their flags and ways to authenticate are spelled as they go over the wire', () => {
  expect(CERTIFICATE_TYPES.toSorted()).toEqual([
    'Ivnosys',
    'Nebula',
    'firmaremota',
    'keyvault',
    'redtrust',
    'software',
    'swisscom',
    'uanataca',
    'validatedid',
  ])
  expect(CERTIFICATE_FLAGS.toSorted()).toEqual([
    'FirmaRemota',
    'Ivnosys',
    'KeyVault',
    'Local',
    'Nebula',
    'RedTrust',
    'Software',
    'Swisscom',
    'Uanataca',
    'ValidatedID',
  ])
  expect(AUTHENTICATION_TYPES).toEqual(['PIN', 'SMS', 'APP', 'OTP'])
})

test('the access methods are those of the specification', () => {
  expect(ACCESS_METHODS).toEqual(['USER_PASS', 'SSO', 'GOOGLE_ACCOUNT', 'MS_ACCOUNT', 'VID_WALLET', 'SAML'])
})
