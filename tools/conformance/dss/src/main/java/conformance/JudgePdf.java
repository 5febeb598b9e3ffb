package conformance;

import eu.europa.esig.dss.enumerations.Indication;
import eu.europa.esig.dss.enumerations.SubIndication;
import eu.europa.esig.dss.jaxb.object.Message;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.policy.ValidationPolicy;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.pades.validation.PDFDocumentValidator;
import eu.europa.esig.dss.policy.EtsiValidationPolicyFactory;
import eu.europa.esig.dss.service.crl.OnlineCRLSource;
import eu.europa.esig.dss.service.ocsp.OnlineOCSPSource;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.simplereport.jaxb.XmlTimestamp;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Asks EU DSS about PDF files: {@code JudgePdf [--offline] ROOT[,ROOT…] FILE…}. Prints one line of JSON for each file.
 *
 * <p>A verdict alone says little: while the signer's certificate is valid, DSS lets no bad time-stamp decide. So the
 * level, each time-stamp and all errors and warnings are told, too. Issuers are never fetched, so that a file that
 * does not carry its own chain is found out.
 */
public final class JudgePdf {
  private JudgePdf() {}

  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    List<String> words = new ArrayList<>(List.of(arguments));
    boolean offline = words.remove("--offline");
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    for (String root : words.remove(0).split(",")) {
      CertificateToken certificate = DSSUtils.loadCertificate(new File(root));
      trusted.addCertificate(certificate);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String file : words) {
      out.println(judge(file, trusted, offline));
    }
  }

  private static String judge(String file, CommonTrustedCertificateSource trusted, boolean offline) {
    try {
      PDFDocumentValidator validator = new PDFDocumentValidator(new FileDocument(file));
      validator.setCertificateVerifier(verifier(trusted, offline));
      return describe(file, validator.validateDocument(policy()));
    } catch (Exception error) {
      return object(pair("file", quote(file)), pair("failure", quote(error.toString())));
    }
  }

  private static CommonCertificateVerifier verifier(CommonTrustedCertificateSource trusted, boolean offline) {
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setAIASource(null);
    verifier.setOcspSource(offline ? null : new OnlineOCSPSource());
    verifier.setCrlSource(offline ? null : new OnlineCRLSource());
    return verifier;
  }

  private static ValidationPolicy policy() throws Exception {
    try (InputStream policy = JudgePdf.class.getResourceAsStream("/policy/constraint.xml")) {
      return new EtsiValidationPolicyFactory().loadValidationPolicy(policy);
    }
  }

  private static String describe(String file, Reports reports) {
    String signatures =
        reports.getSimpleReport().getSignatureIdList().stream()
            .map(id -> signature(reports, id))
            .collect(Collectors.joining(","));
    return object(pair("file", quote(file)), pair("signatures", "[" + signatures + "]"));
  }

  private static String signature(Reports reports, String id) {
    SimpleReport report = reports.getSimpleReport();
    byte[] value = reports.getDiagnosticData().getSignatureById(id).getSignatureValue();
    String timestamps =
        report.getSignatureTimestamps(id).stream()
            .map(stamp -> timestamp(report, stamp))
            .collect(Collectors.joining(","));
    return object(
        pair("signedBy", quote(report.getSignedBy(id))),
        pair("value", value == null ? "null" : quote(Base64.getEncoder().encodeToString(value))),
        pair("bestTime", quote(String.valueOf(report.getBestSignatureTime(id).toInstant()))),
        pair("indication", indication(report.getIndication(id))),
        pair("subIndication", indication(report.getSubIndication(id))),
        pair("level", quote(String.valueOf(report.getSignatureFormat(id)).replace('_', '-'))),
        pair("timestamps", "[" + timestamps + "]"),
        pair("errors", messages(report.getAdESValidationErrors(id))),
        pair("warnings", messages(report.getAdESValidationWarnings(id))));
  }

  private static String timestamp(SimpleReport report, XmlTimestamp stamp) {
    return object(
        pair("indication", indication(stamp.getIndication())),
        pair("subIndication", indication(stamp.getSubIndication())),
        pair("time", quote(String.valueOf(stamp.getProductionTime().toInstant()))),
        pair("errors", messages(report.getAdESValidationErrors(stamp.getId()))),
        pair("warnings", messages(report.getAdESValidationWarnings(stamp.getId()))));
  }

  private static String indication(Indication value) {
    return value == null ? "null" : quote(value.name());
  }

  private static String indication(SubIndication value) {
    return value == null ? "null" : quote(value.name());
  }

  private static String messages(List<Message> messages) {
    return messages.stream()
        .map(message -> quote(message.getKey() + ": " + message.getValue()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String object(String... pairs) {
    return "{" + String.join(",", pairs) + "}";
  }

  private static String pair(String name, String json) {
    return quote(name) + ":" + json;
  }

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char one : String.valueOf(text).toCharArray()) {
      if (one == '"' || one == '\\') {
        quoted.append('\\').append(one);
      } else if (one < ' ') {
        quoted.append(String.format("\\u%04x", (int) one));
      } else {
        quoted.append(one);
      }
    }
    return quoted.append('"').toString();
  }
}
