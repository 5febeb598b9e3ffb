package conformance;

import eu.europa.esig.dss.enumerations.CertificationPermission;
import eu.europa.esig.dss.enumerations.DigestAlgorithm;
import eu.europa.esig.dss.enumerations.SignatureAlgorithm;
import eu.europa.esig.dss.enumerations.SignatureLevel;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.SignatureValue;
import eu.europa.esig.dss.model.ToBeSigned;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.pades.PAdESSignatureParameters;
import eu.europa.esig.dss.pades.SignatureFieldParameters;
import eu.europa.esig.dss.pades.SignatureImageParameters;
import eu.europa.esig.dss.pades.SignatureImageTextParameters;
import eu.europa.esig.dss.pades.signature.PAdESService;
import eu.europa.esig.dss.service.crl.OnlineCRLSource;
import eu.europa.esig.dss.service.ocsp.OnlineOCSPSource;
import eu.europa.esig.dss.service.tsp.OnlineTSPSource;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Signs files with EU DSS, as honest documents of another make: {@code SignPdf IN_DIR OUT_DIR PIN TSA_URL}.
 *
 * <p>IN_DIR holds plain.pdf, streams.pdf, form.pdf, ana.p12, biel.p12 and root.cer. Each file that is made lands in
 * OUT_DIR as dss-NAME.pdf.
 */
public final class SignPdf {
  private final File source;
  private final File target;
  private final char[] pin;
  private final PAdESService service;

  private SignPdf(String[] arguments) {
    source = new File(arguments[0]);
    target = new File(arguments[1]);
    pin = arguments[2].toCharArray();
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    trusted.addCertificate(DSSUtils.loadCertificate(new File(source, "root.cer")));
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setOcspSource(new OnlineOCSPSource());
    verifier.setCrlSource(new OnlineCRLSource());
    service = new PAdESService(verifier);
    service.setTspSource(new OnlineTSPSource(arguments[3]));
  }

  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    SignPdf maker = new SignPdf(arguments);
    maker.makeEachLevel();
    maker.makeSeveralSigners();
    maker.makeCertified();
  }

  private void makeEachLevel() throws Exception {
    for (String base : List.of("plain", "streams", "form")) {
      for (String level : List.of("B", "T", "LT", "LTA")) {
        keep(base + "-" + level.toLowerCase(Locale.ROOT), sign(base(base), "ana", level, true));
      }
    }
    DSSDocument archived = sign(base("plain"), "biel", "LTA", false);
    keep("plain-lta-renewed", extend(archived, "LTA"));
    keep("plain-b-then-lta", extend(sign(base("plain"), "ana", "B", false), "LTA"));
  }

  private void makeSeveralSigners() throws Exception {
    DSSDocument two = sign(sign(base("plain"), "ana", "T", false), "biel", "T", true);
    keep("two-signers", two);
    keep("two-signers-lta", extend(two, "LTA"));
    keep("signed-after-archived", sign(sign(base("streams"), "ana", "LTA", false), "biel", "LTA", false));
  }

  private void makeCertified() throws Exception {
    for (CertificationPermission permission : CertificationPermission.values()) {
      PAdESSignatureParameters wish = wish("ana", "T", true);
      wish.setPermission(permission);
      keep("certified-" + permission.getCode(), sign(base("form"), "ana", wish));
    }
    PAdESSignatureParameters wish = wish("ana", "T", false);
    wish.setPermission(CertificationPermission.MINIMAL_CHANGES_PERMITTED);
    keep("certified-then-signed", sign(sign(base("plain"), "ana", wish), "biel", "LTA", false));
  }

  private DSSDocument base(String name) {
    return new FileDocument(new File(source, name + ".pdf"));
  }

  private void keep(String name, DSSDocument document) throws Exception {
    document.save(new File(target, "dss-" + name + ".pdf").getPath());
  }

  private DSSDocument extend(DSSDocument document, String level) {
    PAdESSignatureParameters wish = new PAdESSignatureParameters();
    wish.setSignatureLevel(SignatureLevel.valueOf("PAdES_BASELINE_" + level));
    return service.extendDocument(document, wish);
  }

  private DSSDocument sign(DSSDocument document, String who, String level, boolean visible) throws Exception {
    return sign(document, who, wish(who, level, visible));
  }

  private DSSDocument sign(DSSDocument document, String who, PAdESSignatureParameters wish) throws Exception {
    ToBeSigned bytes = service.getDataToSign(document, wish);
    SignatureAlgorithm algorithm = wish.getSignatureAlgorithm();
    Signature signature = Signature.getInstance(algorithm.getJCEId());
    signature.initSign((PrivateKey) store(who).getKey(alias(who), pin));
    signature.update(bytes.getBytes());
    return service.signDocument(document, wish, new SignatureValue(algorithm, signature.sign()));
  }

  private PAdESSignatureParameters wish(String who, String level, boolean visible) throws Exception {
    List<CertificateToken> chain = new ArrayList<>();
    for (java.security.cert.Certificate one : store(who).getCertificateChain(alias(who))) {
      chain.add(DSSUtils.loadCertificate(one.getEncoded()));
    }
    PAdESSignatureParameters wish = new PAdESSignatureParameters();
    wish.setSignatureLevel(SignatureLevel.valueOf("PAdES_BASELINE_" + level));
    wish.setDigestAlgorithm(DigestAlgorithm.SHA256);
    wish.setSigningCertificate(chain.get(0));
    wish.setCertificateChain(chain);
    wish.setReason("Agreed");
    if (visible) {
      wish.setImageParameters(look(who));
    }
    return wish;
  }

  private static SignatureImageParameters look(String who) {
    SignatureImageTextParameters text = new SignatureImageTextParameters();
    text.setText("Signed by " + who);
    SignatureFieldParameters place = new SignatureFieldParameters();
    place.setOriginX(who.equals("ana") ? 60 : 320);
    place.setOriginY(600);
    place.setWidth(200);
    place.setHeight(60);
    SignatureImageParameters look = new SignatureImageParameters();
    look.setTextParameters(text);
    look.setFieldParameters(place);
    return look;
  }

  private KeyStore store(String who) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = new FileInputStream(new File(source, who + ".p12"))) {
      store.load(file, pin);
    }
    return store;
  }

  private String alias(String who) throws Exception {
    KeyStore store = store(who);
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return alias;
      }
    }
    throw new IllegalArgumentException(who + ".p12 holds no key");
  }
}
