import type { Language } from './choose-language.ts'

const english = {
  heading: 'Autofirma (SANDBOX)',
  intro: 'The application waits for you. In the real one, this is a window of its own.',
  nothing: 'The application has no window open.',
  again: 'Look again',
  starting: 'The application is starting.',
  empty: 'There is no certificate to choose.',
  close: 'Close',
  cancel: 'Cancel',
  how: 'The portal starts the real Autofirma of this PC. To try without it, start the demo with the address below and have the browser trust the root certificate; the windows of the stand-in are then here.',
  root: 'Root certificate of the stand-in',
  windows: 'Open windows',
}

/** Texts about the stand-in of the application on the PC. */
export type AutofirmaTexts = Readonly<Record<keyof typeof english, string>>

export const AUTOFIRMA_TEXTS: Readonly<Record<Language, AutofirmaTexts>> = {
  en: english,
  es: {
    heading: 'Autofirma (SANDBOX)',
    intro: 'La aplicación le espera. En la de verdad, esto es una ventana propia.',
    nothing: 'La aplicación no tiene ninguna ventana abierta.',
    again: 'Volver a mirar',
    starting: 'La aplicación está arrancando.',
    empty: 'No hay ningún certificado que elegir.',
    close: 'Cerrar',
    cancel: 'Cancelar',
    how: 'El portal abre el Autofirma de verdad de este equipo. Para probar sin él, arranque la demostración con la dirección de abajo y haga que el navegador confíe en el certificado raíz; las ventanas del sustituto estarán aquí.',
    root: 'Certificado raíz del sustituto',
    windows: 'Ventanas abiertas',
  },
  ca: {
    heading: 'Autofirma (SANDBOX)',
    intro: "L'aplicació us espera. A la de debò, això és una finestra pròpia.",
    nothing: "L'aplicació no té cap finestra oberta.",
    again: 'Torna a mirar',
    starting: "L'aplicació està arrencant.",
    empty: 'No hi ha cap certificat per triar.',
    close: 'Tanca',
    cancel: 'Cancel·la',
    how: "El portal obre l'Autofirma de debò d'aquest equip. Per provar-ho sense, arrenqueu la demostració amb l'adreça de sota i feu que el navegador confiï en el certificat arrel; les finestres del substitut seran aquí.",
    root: 'Certificat arrel del substitut',
    windows: 'Finestres obertes',
  },
  de: {
    heading: 'Autofirma (SANDBOX)',
    intro: 'Die Anwendung wartet auf Sie. Bei der echten ist das ein eigenes Fenster.',
    nothing: 'Die Anwendung hat kein Fenster offen.',
    again: 'Noch einmal nachsehen',
    starting: 'Die Anwendung startet.',
    empty: 'Es gibt kein Zertifikat zur Auswahl.',
    close: 'Schließen',
    cancel: 'Abbrechen',
    how: 'Das Portal startet das echte Autofirma dieses PCs. Um es ohne zu versuchen, starten Sie die Demo mit der Adresse unten und lassen den Browser dem Stammzertifikat vertrauen; die Fenster der Nachbildung sind dann hier.',
    root: 'Stammzertifikat der Nachbildung',
    windows: 'Offene Fenster',
  },
  fr: {
    heading: 'Autofirma (SANDBOX)',
    intro: "L'application vous attend. Dans la vraie, c'est une fenêtre à part.",
    nothing: "L'application n'a aucune fenêtre ouverte.",
    again: 'Regarder à nouveau',
    starting: "L'application démarre.",
    empty: "Il n'y a aucun certificat à choisir.",
    close: 'Fermer',
    cancel: 'Annuler',
    how: "Le portail lance le véritable Autofirma de ce PC. Pour essayer sans lui, démarrez la démonstration avec l'adresse ci-dessous et faites accepter le certificat racine au navigateur ; les fenêtres de la doublure seront ici.",
    root: 'Certificat racine de la doublure',
    windows: 'Fenêtres ouvertes',
  },
}
