// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IModule {
    function gem() external view returns (address);
    function dai() external view returns (address);
    function pocket() external view returns (address);
    function to18ConversionFactor() external view returns (uint256);
    function tin() external view returns (uint256);
    function tout() external view returns (uint256);
    function sellGem(address usr, uint256 gems) external returns (uint256);
    function buyGem(address usr, uint256 gems) external returns (uint256);
}

interface IToken {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice A port, not Sky's code: a UsdsPsmWrapper with the real interface and integers. Where that one burns one token
/// and mints the other, this one keeps the one and pays the other out of its own.
contract PsmWrapperPort {
    uint256 private constant WAD = 1e18;

    IModule public immutable psm;
    IToken public immutable gem;
    IToken public immutable usds;
    address public immutable pocket;
    uint256 public immutable to18ConversionFactor;

    constructor(IModule psm_, IToken usds_) {
        (psm, gem, usds) = (psm_, IToken(psm_.gem()), usds_);
        (pocket, to18ConversionFactor) = (psm_.pocket(), psm_.to18ConversionFactor());
        gem.approve(address(psm_), type(uint256).max);
        IToken(psm_.dai()).approve(address(psm_), type(uint256).max);
    }

    function sellGem(address usr, uint256 gems) external returns (uint256 out) {
        gem.transferFrom(msg.sender, address(this), gems);
        out = psm.sellGem(address(this), gems);
        usds.transfer(usr, out);
    }

    function buyGem(address usr, uint256 gems) external returns (uint256 cost) {
        uint256 worth = gems * to18ConversionFactor;
        cost = worth + worth * psm.tout() / WAD;
        usds.transferFrom(msg.sender, address(this), cost);
        psm.buyGem(usr, gems);
    }

    function dai() external view returns (address) {
        return address(usds);
    }

    function tin() external view returns (uint256) {
        return psm.tin();
    }

    function tout() external view returns (uint256) {
        return psm.tout();
    }
}
