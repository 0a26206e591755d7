// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalancerCoin, BalancerRate, BalancerRig, Question, Turn} from "../../../../contracts/test/BalancerRig.sol";

struct TokenConfig {
    address token;
    uint8 tokenType;
    address rateProvider;
    bool paysYieldFees;
}

struct Roles {
    address pauseManager;
    address swapFeeManager;
    address poolCreator;
}

struct SwapParams {
    uint8 kind;
    address pool;
    address tokenIn;
    address tokenOut;
    uint256 amountGiven;
    uint256 limit;
    bytes userData;
}

interface IWeightedFactory {
    function create(string memory, string memory, TokenConfig[] memory, uint256[] memory, Roles memory, uint256, address, bool, bool, bytes32) external returns (address);
}

interface IStableFactory {
    function create(string memory, string memory, TokenConfig[] memory, uint256, Roles memory, uint256, address, bool, bool, bytes32) external returns (address);
}

interface IVault {
    function unlock(bytes calldata data) external returns (bytes memory);
    function settle(address token, uint256 hint) external returns (uint256);
    function swap(SwapParams memory) external returns (uint256, uint256, uint256);
    function initialize(address pool, address to, address[] memory, uint256[] memory, uint256, bytes memory) external returns (uint256);
}

struct Side {
    uint8 decimals;
    uint256 balance;
    /// 0 without a rate provider.
    uint256 rate;
    /// The rate after the pool was filled.
    uint256 laterRate;
    bool paysYieldFees;
    uint256 weight;
}

struct Scenario {
    /// 0 for weights.
    uint256 amplification;
    uint256 swapFee;
    Side[] sides;
}

/// Plays whole scenarios in a call that is not committed: creates a pool, fills it, quotes, trades.
contract BalancerV3Driver is BalancerRig {
    IVault immutable vault;
    address immutable weightedFactory;
    address immutable stableFactory;

    error Played(uint256[] outs);

    constructor(IVault vault_, address weighted, address stable) {
        vault = vault_;
        weightedFactory = weighted;
        stableFactory = stable;
    }

    /// @return pool the same for the same scenario, so that a second call can query it
    function play(Scenario memory scenario, Question[] memory questions, Turn[] memory turns)
        external
        returns (address pool, address[] memory tokens, bytes[] memory answers, uint256[] memory outs)
    {
        (pool, tokens) = _create(scenario);
        answers = askAll(questions);
        try vault.unlock(abi.encodeCall(this.trade, (pool, tokens, turns))) {}
        catch (bytes memory said) {
            assembly {
                // The length of the rest overwrites the selector.
                mstore(add(said, 4), sub(mload(said), 4))
                said := add(said, 4)
            }
            outs = abi.decode(said, (uint256[]));
        }
    }

    /// The same, but the pool stays, to measure the gas of its trades. The vault asks for no payment in a call that
    /// reverts.
    function create(Scenario memory scenario) external returns (address pool, address[] memory tokens) {
        return _create(scenario);
    }

    function trade(address pool, address[] memory tokens, Turn[] memory turns) external {
        uint256[] memory outs = new uint256[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) {
            Turn memory turn = turns[i];
            // A limit of 1: otherwise the vault may give nothing for an input.
            try vault.swap(SwapParams(0, pool, tokens[turn.from], tokens[turn.to], turn.amountIn, 1, "")) returns (
                uint256, uint256, uint256 out
            ) {
                outs[i] = out;
            } catch {}
        }
        revert Played(outs);
    }

    function fill(address pool, address[] memory tokens, uint256[] memory amounts) external {
        vault.initialize(pool, address(this), tokens, amounts, 0, "");
        for (uint256 i = 0; i < tokens.length; i++) {
            BalancerCoin(tokens[i]).mint(address(vault), amounts[i]);
            vault.settle(tokens[i], amounts[i]);
        }
    }

    function _create(Scenario memory scenario) private returns (address pool, address[] memory tokens) {
        uint256 length = scenario.sides.length;
        uint8[] memory decimals = new uint8[](length);
        for (uint256 i = 0; i < length; i++) decimals[i] = scenario.sides[i].decimals;
        tokens = coinsOf(decimals);
        uint256[] memory weights = new uint256[](length);
        uint256[] memory amounts = new uint256[](length);
        BalancerRate[] memory rates = new BalancerRate[](length);
        TokenConfig[] memory configs = new TokenConfig[](length);
        for (uint256 i = 0; i < length; i++) {
            Side memory side = scenario.sides[i];
            (weights[i], amounts[i]) = (side.weight, side.balance);
            configs[i].token = tokens[i];
            if (side.rate != 0) {
                rates[i] = new BalancerRate();
                rates[i].set(side.rate);
                configs[i] = TokenConfig(tokens[i], 1, address(rates[i]), side.paysYieldFees);
            }
        }
        pool = scenario.amplification == 0
            ? IWeightedFactory(weightedFactory).create("", "", configs, weights, Roles(address(0), address(0), address(0)), scenario.swapFee, address(0), false, false, 0)
            : IStableFactory(stableFactory).create("", "", configs, scenario.amplification, Roles(address(0), address(0), address(0)), scenario.swapFee, address(0), false, false, 0);
        vault.unlock(abi.encodeCall(this.fill, (pool, tokens, amounts)));
        for (uint256 i = 0; i < length; i++) {
            if (address(rates[i]) != address(0)) rates[i].set(scenario.sides[i].laterRate);
        }
    }
}
