// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalancerCoin, BalancerRate, BalancerRig, Question, Turn} from "../../../../contracts/test/BalancerRig.sol";

struct SingleSwap {
    bytes32 poolId;
    uint8 kind;
    address assetIn;
    address assetOut;
    uint256 amount;
    bytes userData;
}

struct Funds {
    address sender;
    bool fromInternalBalance;
    address recipient;
    bool toInternalBalance;
}

struct Join {
    address[] assets;
    uint256[] maxAmountsIn;
    bytes userData;
    bool fromInternalBalance;
}

interface IVaultV2 {
    function swap(SingleSwap memory, Funds memory, uint256 limit, uint256 deadline) external returns (uint256);
    function joinPool(bytes32 poolId, address sender, address recipient, Join memory) external;
    function getPoolTokens(bytes32 poolId) external view returns (address[] memory, uint256[] memory, uint256);
}

interface IPoolV2 {
    function getPoolId() external view returns (bytes32);
}

interface IFirstWeighted {
    function create(string memory, string memory, address[] memory, uint256[] memory, uint256, address) external returns (address);
}

interface IWeighted {
    function create(string memory, string memory, address[] memory, uint256[] memory, address[] memory, uint256, address) external returns (address);
}

interface IStable {
    function create(string memory, string memory, address[] memory, uint256, uint256, address) external returns (address);
}

interface IComposable {
    function create(string memory, string memory, address[] memory, uint256, address[] memory, uint256[] memory, bool[] memory, uint256, address) external returns (address);
}

struct SideV2 {
    uint8 decimals;
    uint256 balance;
    /// 0 without a rate provider.
    uint256 rate;
    /// The rate after the pool was filled.
    uint256 laterRate;
    /// How long the pool caches a rate, seconds; with 0 every swap reads it again.
    uint256 keepsRate;
    uint256 weight;
}

struct ScenarioV2 {
    /// Index of the factory.
    uint256 kind;
    uint256 amplification;
    uint256 swapFee;
    SideV2[] sides;
}

/// Plays whole scenarios in a call that is not committed: creates a pool, fills it, quotes, trades.
contract BalancerV2Driver is BalancerRig {
    IVaultV2 immutable vault;
    /// The first weighted, the last weighted, the stable and the composable stable factory.
    address[4] factories;

    constructor(IVaultV2 vault_, address[4] memory factories_) {
        vault = vault_;
        factories = factories_;
    }

    /// The same scenario gives the same pool, so that a second call can query it.
    function play(ScenarioV2 memory scenario, Question[] memory questions, Turn[] memory turns)
        external
        returns (
            bytes32 poolId,
            address[] memory tokens,
            address[] memory providers,
            address[] memory registered,
            bytes[] memory answers,
            uint256[] memory outs
        )
    {
        (poolId, tokens, providers) = _create(scenario);
        (registered,,) = vault.getPoolTokens(poolId);
        answers = askAll(questions);
        outs = new uint256[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) outs[i] = _trade(poolId, tokens, turns[i]);
    }

    function _trade(bytes32 poolId, address[] memory tokens, Turn memory turn) private returns (uint256 out) {
        BalancerCoin(tokens[turn.from]).mint(address(this), turn.amountIn);
        SingleSwap memory swap = SingleSwap(poolId, 0, tokens[turn.from], tokens[turn.to], turn.amountIn, "");
        // A limit of 1: otherwise the vault may give nothing for an input.
        try vault.swap(swap, Funds(address(this), false, address(this), false), 1, block.timestamp) returns (
            uint256 given
        ) {
            out = given;
        } catch {}
    }

    function _create(ScenarioV2 memory scenario)
        private
        returns (bytes32 poolId, address[] memory tokens, address[] memory providers)
    {
        uint256 length = scenario.sides.length;
        uint8[] memory decimals = new uint8[](length);
        for (uint256 i = 0; i < length; i++) decimals[i] = scenario.sides[i].decimals;
        tokens = coinsOf(decimals);
        providers = new address[](length);
        uint256[] memory weights = new uint256[](length);
        uint256[] memory kept = new uint256[](length);
        for (uint256 i = 0; i < length; i++) {
            SideV2 memory side = scenario.sides[i];
            (weights[i], kept[i]) = (side.weight, side.keepsRate);
            if (side.rate == 0) continue;
            BalancerRate rate = new BalancerRate();
            rate.set(side.rate);
            providers[i] = address(rate);
        }
        poolId = IPoolV2(_make(scenario, tokens, weights, providers, kept)).getPoolId();
        _fill(poolId, tokens, scenario.sides);
        for (uint256 i = 0; i < length; i++) {
            if (providers[i] != address(0)) BalancerRate(providers[i]).set(scenario.sides[i].laterRate);
        }
    }

    function _make(
        ScenarioV2 memory scenario,
        address[] memory tokens,
        uint256[] memory weights,
        address[] memory providers,
        uint256[] memory kept
    ) private returns (address) {
        address factory = factories[scenario.kind];
        uint256 amplification = scenario.amplification;
        uint256 fee = scenario.swapFee;
        if (scenario.kind == 0) return IFirstWeighted(factory).create("", "", tokens, weights, fee, address(this));
        if (scenario.kind == 1) return IWeighted(factory).create("", "", tokens, weights, providers, fee, address(this));
        if (scenario.kind == 2) return IStable(factory).create("", "", tokens, amplification, fee, address(this));
        bool[] memory exempt = new bool[](tokens.length);
        return IComposable(factory).create("", "", tokens, amplification, providers, kept, exempt, fee, address(this));
    }

    /// For a composable pool the vault also holds the pool's own token, which is not paid in.
    function _fill(bytes32 poolId, address[] memory tokens, SideV2[] memory sides) private {
        (address[] memory registered,,) = vault.getPoolTokens(poolId);
        uint256[] memory amounts = new uint256[](registered.length);
        uint256[] memory most = new uint256[](registered.length);
        uint256 next = 0;
        for (uint256 i = 0; i < registered.length; i++) {
            most[i] = type(uint256).max;
            if (next == tokens.length || registered[i] != tokens[next]) continue;
            amounts[i] = sides[next].balance;
            BalancerCoin(tokens[next]).mint(address(this), amounts[i]);
            next++;
        }
        bytes memory how = abi.encode(uint256(0), amounts);
        vault.joinPool(poolId, address(this), address(this), Join(registered, most, how, false));
    }
}
