package conformance;

import eu.europa.esig.dss.enumerations.SubIndication;
import eu.europa.esig.validationreport.ValidationReportFacade;
import eu.europa.esig.validationreport.jaxb.SignatureIdentifierType;
import eu.europa.esig.validationreport.jaxb.SignatureValidationReportType;
import eu.europa.esig.validationreport.jaxb.ValidationReportType;
import eu.europa.esig.validationreport.jaxb.ValidationStatusType;
import eu.europa.esig.validationreport.jaxb.ValidationTimeInfoType;
import eu.europa.esig.xmldsig.jaxb.SignatureValueType;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Has EU DSS read validation reports (ETSI TS 119 102-2) and compare them with the schema: {@code JudgeReport FILE…}.
 * Prints one line of JSON for each file, with what each signature report says.
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
      String signatures =
          report.getSignatureValidationReport().stream()
              .map(JudgeReport::signature)
              .collect(Collectors.joining(","));
      return "{\"file\":" + JudgePdf.quote(file) + ",\"valid\":true,\"signatures\":[" + signatures + "]}";
    } catch (Exception error) {
      String failure = JudgePdf.quote(String.valueOf(error));
      return "{\"file\":" + JudgePdf.quote(file) + ",\"valid\":false,\"failure\":" + failure + "}";
    }
  }

  private static String signature(SignatureValidationReportType report) {
    SignatureIdentifierType identifier = report.getSignatureIdentifier();
    SignatureValueType value = identifier == null ? null : identifier.getSignatureValue();
    ValidationTimeInfoType times = report.getValidationTimeInfo();
    ValidationStatusType status = report.getSignatureValidationStatus();
    List<SubIndication> subIndications = status.getSubIndication();
    return "{\"value\":"
        + (value == null ? "null" : JudgePdf.quote(Base64.getEncoder().encodeToString(value.getValue())))
        + ",\"indication\":"
        + JudgePdf.quote(String.valueOf(status.getMainIndication()))
        + ",\"subIndication\":"
        + (subIndications.isEmpty() ? "null" : JudgePdf.quote(String.valueOf(subIndications.get(0))))
        + ",\"bestTime\":"
        + (times == null ? "null" : JudgePdf.quote(timeOf(times)))
        + "}";
  }

  /** A time of a form that is not understood is read as none. */
  private static String timeOf(ValidationTimeInfoType times) {
    Date time = times.getBestSignatureTime().getPOETime();
    return time == null ? "not understood" : time.toInstant().toString();
  }
}
