import { logoSource } from '../theme/theme.ts'
import { usePortalTheme } from '../theme/apply-theme.ts'
import styles from './logo.module.css'
import { SIGNATURE_STROKE } from './signature-stroke.ts'

/** The subscription's logo, or the product's mark in the exact brand colour; `alt` is empty beside a written name. */
export function Logo({ size = 32, alt = '' }: { size?: number; alt?: string }) {
  const source = logoSource(usePortalTheme().Logo)
  if (source) return <img className={styles.image} src={source} alt={alt} height={size} />
  return (
    <svg
      className={styles.mark}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
    >
      <rect width="40" height="40" rx="10" fill="var(--brand)" />
      <path
        d={SIGNATURE_STROKE}
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
