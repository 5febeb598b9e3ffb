const SIZE = { width: 18, height: 18, 'aria-hidden': true } as const

export function MicrosoftMark() {
  return (
    <svg {...SIZE} viewBox="0 0 18 18">
      <path fill="#f25022" d="M0 0h8.5v8.5H0z" />
      <path fill="#7fba00" d="M9.5 0H18v8.5H9.5z" />
      <path fill="#00a4ef" d="M0 9.5h8.5V18H0z" />
      <path fill="#ffb900" d="M9.5 9.5H18V18H9.5z" />
    </svg>
  )
}

/** A ring in four colours with a bar to its middle. */
export function GoogleMark() {
  return (
    <svg {...SIZE} viewBox="0 0 18 18" fill="none" strokeWidth="3.4">
      <path stroke="#ea4335" d="M14.4 4.1A7.3 7.3 0 0 0 2.6 5.6" />
      <path stroke="#fbbc05" d="M2.6 5.6a7.3 7.3 0 0 0 0 6.8" />
      <path stroke="#34a853" d="M2.6 12.4a7.3 7.3 0 0 0 11.3 2" />
      <path stroke="#4285f4" d="M13.9 14.4A7.3 7.3 0 0 0 16.3 9H9" />
    </svg>
  )
}
