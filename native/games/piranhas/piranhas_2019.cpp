// Piranhas 2019: all fish weigh the same, and a single complete swarm wins.
#include "../../engine.hpp"
#include "../../search/trained.hpp"
#include "encoding.hpp"
#include "evaluation.hpp"
#include "inputs.hpp"
#include "tactics.hpp"
#include "weights_2019.hpp"

namespace schwarm::piranhas {
namespace {

struct Season2019 {
    static constexpr bool weighted = false;
    static constexpr std::string_view letters = "Ff";
    static constexpr const auto& weights = weights_2019;
};

const Registration registration(
    game<Trained<Evaluation<Season2019>, Inputs<Season2019>>, Tactics<Season2019>>("piranhas-2019"));
const BatchRegistration batches(batch<Encoding<Season2019>>("piranhas-2019"));

}  // namespace
}  // namespace schwarm::piranhas
