package conformance;

import eu.europa.esig.validationreport.ValidationReportFacade;
import eu.europa.esig.validationreport.jaxb.SignatureValidationReportType;
import eu.europa.esig.validationreport.jaxb.ValidationReportType;
import java.io.FileInputStream;
import java.io.InputStream;

/**
 * Has EU DSS read validation reports (ETSI TS 119 102-2) and compare them with the schema: {@code JudgeReport FILE…}.
 * Prints one line of JSON for each file, with the main indication of each signature.
 */
public final class JudgeReport {
  private JudgeReport() {}

  public static void main(String[] files) {
    for (String file : files) {
      System.out.println(judge(file));
    }
  }

  private static String judge(String file) {
    try (InputStream in = new FileInputStream(file)) {
      ValidationReportType report = ValidationReportFacade.newFacade().unmarshall(in, true);
      StringBuilder indications = new StringBuilder();
      for (SignatureValidationReportType signature : report.getSignatureValidationReport()) {
        String indication = String.valueOf(signature.getSignatureValidationStatus().getMainIndication());
        indications.append(indications.length() == 0 ? "" : ",").append(JudgePdf.quote(indication));
      }
      return "{\"file\":" + JudgePdf.quote(file) + ",\"valid\":true,\"indications\":[" + indications + "]}";
    } catch (Exception error) {
      return "{\"file\":" + JudgePdf.quote(file) + ",\"valid\":false,\"failure\":" + JudgePdf.quote(String.valueOf(error)) + "}";
    }
  }
}
