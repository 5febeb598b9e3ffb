/** Date and time in the zone of this machine, with its distance from UTC: "2026-01-31 13:00:00 +01:00". */
export function describeMoment(moment: Date): string {
  const behind = moment.getTimezoneOffset()
  const [date = '', time = ''] = new Date(moment.getTime() - behind * 60_000).toISOString().split('T')
  const hours = Math.floor(Math.abs(behind) / 60)
  const zone = [hours, Math.abs(behind) % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return `${date} ${time.slice(0, 8)} ${behind > 0 ? '-' : '+'}${zone}`
}
