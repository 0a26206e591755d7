// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice Holds the gems of the module that created it, which may take them.
contract Pocket {
    constructor(ICoin gem) {
        gem.approve(msg.sender, type(uint256).max);
    }
}

/// @notice A port, not Sky's code: a DssLitePsm with the real interface and integers, limited to swaps. Debt, its
/// bookkeeping and free swaps are left out; anyone may `file` a fee.
contract PsmPort {
    uint256 public constant HALTED = type(uint256).max;
    uint256 private constant WAD = 1e18;

    ICoin public immutable gem;
    ICoin public immutable dai;
    address public immutable pocket;
    uint256 public immutable to18ConversionFactor;
    uint256 public tin;
    uint256 public tout;

    /// @param decimals of a gem
    constructor(ICoin gem_, ICoin dai_, uint8 decimals) {
        (gem, dai) = (gem_, dai_);
        to18ConversionFactor = 10 ** (18 - decimals);
        pocket = address(new Pocket(gem_));
    }

    function file(bytes32 what, uint256 fee) external {
        require(fee == HALTED || fee <= WAD, "DssLitePsm/out-of-range");
        if (what == "tin") tin = fee;
        else if (what == "tout") tout = fee;
        else revert("DssLitePsm/file-unrecognized-param");
    }

    function sellGem(address usr, uint256 gems) external returns (uint256 out) {
        require(tin != HALTED, "DssLitePsm/sell-gem-halted");
        out = gems * to18ConversionFactor;
        out -= out * tin / WAD;
        gem.transferFrom(msg.sender, pocket, gems);
        dai.transfer(usr, out);
    }

    function buyGem(address usr, uint256 gems) external returns (uint256 cost) {
        require(tout != HALTED, "DssLitePsm/buy-gem-halted");
        cost = gems * to18ConversionFactor;
        cost += cost * tout / WAD;
        dai.transferFrom(msg.sender, address(this), cost);
        gem.transferFrom(pocket, usr, gems);
    }
}
