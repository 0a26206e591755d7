// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IPegToken {
    function balanceOf(address owner) external view returns (uint256);
    function transferFrom(address from, address to, uint256 value) external;
    /// Some tokens return nothing.
    function transfer(address to, uint256 value) external;
}

/// Exchanges two tokens one to one, less a fee; takes its input by allowance.
contract Peg {
    IPegToken public immutable token0;
    IPegToken public immutable token1;
    uint256 public immutable feePpm;

    constructor(address token0_, address token1_, uint256 feePpm_) {
        token0 = IPegToken(token0_);
        token1 = IPegToken(token1_);
        feePpm = feePpm_;
    }

    function reserves() external view returns (uint256, uint256) {
        return (token0.balanceOf(address(this)), token1.balanceOf(address(this)));
    }

    function trade(bool zeroForOne, uint256 amountIn, address to) external returns (uint256 out) {
        (IPegToken paid, IPegToken given) = zeroForOne ? (token0, token1) : (token1, token0);
        out = amountIn * (1e6 - feePpm) / 1e6;
        require(out > 0, "no output");
        paid.transferFrom(msg.sender, address(this), amountIn);
        given.transfer(to, out);
    }
}

contract PegFactory {
    mapping(address => mapping(address => Peg)) private pegs;

    function make(address a, address b, uint256 feePpm) external returns (Peg peg) {
        (address token0, address token1) = a < b ? (a, b) : (b, a);
        peg = new Peg(token0, token1, feePpm);
        pegs[a][b] = peg;
        pegs[b][a] = peg;
    }

    function pegOf(address a, address b) external view returns (Peg peg, uint256 feePpm) {
        peg = pegs[a][b];
        if (address(peg) != address(0)) feePpm = peg.feePpm();
    }
}
