import styles from './start-failed.module.css'

/** Shown when the portal cannot even learn its settings; in English and Spanish, since no catalogue need be loaded. */
export function StartFailed() {
  return (
    <main className={styles.failed}>
      <h1>The portal cannot be reached</h1>
      <p>Check your connection and try again.</p>
      <p lang="es">No se puede conectar con el portal. Compruebe la conexión y vuelva a intentarlo.</p>
      <button type="button" className={styles.again} onClick={() => location.reload()}>
        Try again · <span lang="es">Reintentar</span>
      </button>
    </main>
  )
}
